import type { ReactNode } from 'react';
import './field.css';

interface Props {
  /** The group it belongs to. */
  name: string;
  value: string;
  isOn: boolean;
  isOff?: boolean;
  describedBy?: string | undefined;
  onChange: (value: string) => void;
  children: ReactNode;
}

/** One of several that exclude each other. */
export const Radio = ({ name, value, isOn, isOff, describedBy, onChange, children }: Props) => (
  <label className="radio">
    <input
      type="radio"
      className="cb"
      name={name}
      value={value}
      checked={isOn}
      disabled={isOff}
      aria-describedby={describedBy}
      onChange={() => onChange(value)}
    />
    {children}
  </label>
);
