import type { FilterMeta } from '../../../meta';

/** The filters one is offered: of two that ask the same, by name and by id, the first, unless the other one is set. */
export const offeredFilters = (
  filters: readonly FilterMeta[],
  set: Record<string, unknown>,
  label: (filter: FilterMeta) => string,
) =>
  filters.filter(
    (filter, i) => set[filter.name] !== undefined || filters.findIndex(other => label(other) === label(filter)) === i,
  );
