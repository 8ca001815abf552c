import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { Icon } from '../../../ui/Icon';
import type { FilterProps } from './FilterProps';
import { focusTable } from '../useFocusReturn';
import { useFilter } from './useFilter';
import './filters.css';

const pause = 300;

/** Filters by what a text contains, once the typing pauses. */
export const TextFilter = ({ filter, label }: FilterProps) => {
  const [value, set] = useFilter(filter.name);
  const given = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(given);
  const [seen, setSeen] = useState(given);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (given !== seen) {
    setSeen(given); // set from elsewhere: a view, "Clear filters", the back button
    setTyped(given);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (text: string, wait = pause) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSeen(text.trim());
      set(text.trim());
    }, wait);
  };
  const leave = (event: KeyboardEvent) => {
    if (!['Enter', 'ArrowDown', 'Escape'].includes(event.key)) return;
    event.preventDefault(); // Escape would empty the field
    later(typed, 0);
    focusTable();
  };
  const letters = { '--letters': label.length } as CSSProperties; // which does not know our own properties
  return (
    <label className={`f f-text ${given ? 'on' : ''}`} style={letters}>
      <Icon name="search" />
      <span className="vh">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={typed}
        onChange={event => later(event.target.value)}
        onKeyDown={leave}
      />
    </label>
  );
};
