import { Suspense, useRef, useState } from 'react';
import { Icon } from '../../../ui/Icon';
import { lazyPart } from '../../../ui/lazyPart';
import { useIdle } from '../useIdle';
import type { PickerProps } from './Picker';
import './filters.css';

const Picker = lazyPart(() => import('./Picker').then(m => m.Picker));

interface Props {
  label: string;
  /** What is set, in words; empty when nothing is. */
  shown: string;
  /** The word for nothing set. */
  none: string;
  picker: Omit<PickerProps, 'anchor' | 'label' | 'none' | 'onClose'>;
}

/** A filter as a button that says what it is set to, and opens the choice. */
export const PickerButton = ({ label, shown, none, picker }: Props) => {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useIdle(Picker.load);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`f ${shown ? 'on' : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="l">{label}</span> <span className="v">{shown || none}</span>
        <Icon name="down" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Picker {...picker} anchor={anchor} label={label} none={none} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
