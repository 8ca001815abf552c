import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { Icon } from '../../../ui/Icon';
import { focusTable } from '../useFocusReturn';
import './filters.css';

const pause = 300;

interface Props {
  label: string;
  /** What is set. */
  given: string;
  /** Takes the number of a record, no words. */
  isNumber?: boolean;
  onChange: (text: string) => void;
}

/** A line of a filter: what is typed counts once the typing pauses. */
export const TypedLine = ({ label, given, isNumber, onChange: set }: Props) => {
  const [typed, setTyped] = useState(given);
  const [seen, setSeen] = useState(given);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (given !== seen) {
    setSeen(given); // set from elsewhere: a view, "Clear filters", the back button
    setTyped(given);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (text: string, delay = pause) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSeen(text.trim());
      set(text.trim());
    }, delay);
  };
  const isClosing = useRef(false);
  const leave = (event: KeyboardEvent) => {
    const isInDialog = event.currentTarget.closest('[role="dialog"]') !== null;
    isClosing.current = isInDialog && event.key === 'Escape';
    if (!['Enter', 'ArrowDown', 'Escape'].includes(event.key)) return;
    later(typed, 0);
    if (isInDialog) return; // which closes, and gives the focus back
    event.preventDefault(); // Escape would empty the field
    focusTable();
  };
  const letters = { '--letters': label.length } as CSSProperties; // which does not know our own properties
  return (
    <label className={`f f-text ${given ? 'on' : ''}`} style={letters}>
      <Icon name="search" />
      <span className="vh">{label}</span>
      <input
        type="search"
        inputMode={isNumber ? 'numeric' : undefined}
        placeholder={label}
        value={typed}
        onChange={event => !isClosing.current && later(event.target.value)} // Escape empties the field as well
        onKeyDown={leave}
      />
    </label>
  );
};
