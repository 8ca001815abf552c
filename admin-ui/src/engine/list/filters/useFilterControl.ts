import type { FilterMeta } from '../../../meta';
import { useResourceMeta } from '../../../meta';
import { useIsQuiet } from '../../../providers/useIsQuiet';
import { useOverride } from '../../override';
import { filterControl } from './filterControls';
import { FilterWaiting } from './FilterWaiting';

/** Gives the function that finds the control of a filter: what the resource puts in its place, after the rows, or that of its kind. */
export const useFilterControl = () => {
  const { filters = {} } = useOverride(useResourceMeta().name);
  const isQuiet = useIsQuiet();
  return (filter: FilterMeta) => {
    const own = filters[filter.name];
    return own ? (isQuiet ? own : FilterWaiting) : filterControl(filter);
  };
};
