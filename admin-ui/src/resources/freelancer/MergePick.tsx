import type { ReactNode } from 'react';
import '../../ui/tick.css';

interface Props {
  name: string;
  isOn: boolean;
  isFixed?: boolean;
  onPick: () => void;
  children: ReactNode;
}

/** One of the values that can stay. */
export const MergePick = ({ name, isOn, isFixed = false, onPick, children }: Props) => (
  <label>
    <input type="radio" className="cb" name={name} checked={isOn} disabled={isFixed} onChange={onPick} />
    {children}
  </label>
);
