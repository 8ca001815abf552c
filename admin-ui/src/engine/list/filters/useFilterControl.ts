import type { FilterMeta } from '../../../meta';
import { useResourceMeta } from '../../../meta';
import { useIsQuiet } from '../../../providers/useIsQuiet';
import { useOverride } from '../../override';
import { filterControl } from './filterControls';
import { FilterWaiting } from './FilterWaiting';

/** Gives the function that finds the control of a filter: what the resource puts in its place, or that of its kind. Parts are fetched after the rows. */
export const useFilterControl = () => {
  const { filters = {} } = useOverride(useResourceMeta().name);
  const isQuiet = useIsQuiet();
  return (filter: FilterMeta) => {
    const own = filters[filter.name];
    return own && 'load' in own && !isQuiet ? FilterWaiting : (own ?? filterControl(filter));
  };
};
