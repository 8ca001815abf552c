import type { FilterProps } from './FilterProps';
import { TypedLine } from './TypedLine';
import { useFilter } from './useFilter';

/** Filters by what a text contains. */
export const TextFilter = ({ filter, label }: FilterProps) => {
  const [value, set] = useFilter(filter.name);
  const isNumber = filter.kind === 'id' || filter.kind === 'int';
  return <TypedLine label={label} given={typeof value === 'string' ? value : ''} isNumber={isNumber} onChange={set} />;
};
