import type { FilterProps } from './FilterProps';
import { useFilter } from './useFilter';
import './filters.css';

/** Filters by a day. */
export const DateFilter = ({ filter, label }: FilterProps) => {
  const [value, set] = useFilter(filter.name);
  return (
    <label className={`f ${value ? 'on' : ''}`}>
      <span className="l">{label}</span>
      <input type="date" value={typeof value === 'string' ? value : ''} onChange={event => set(event.target.value)} />
    </label>
  );
};
