import type { FilterMeta } from '../../../meta';
import { useResourceMeta } from '../../../meta';
import { useOverride } from '../../override';
import { filterControl } from './filterControls';

/** Gives the function that finds the control of a filter: what the resource puts in its place, or that of its kind. */
export const useFilterControl = () => {
  const { filters = {} } = useOverride(useResourceMeta().name);
  return (filter: FilterMeta) => filters[filter.name] ?? filterControl(filter);
};
