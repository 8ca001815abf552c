import type { FilterProps } from '../../engine/list/filters/FilterProps';
import { LookupFilter } from '../../engine/list/filters/LookupFilter';
import type { Lookup } from '../../engine/list/filters/useLookup';
import { poolName, searchPools } from '../../ui/PoolsSelect';

const lookup: Lookup = {
  key: 'pool',
  search: async (text, signal) =>
    (await searchPools(undefined)(text, signal)).map(({ value, label, sub }) => ({
      value: Number(value),
      text: sub ? `${label}, ${sub}` : label,
    })),
  textOf: poolName,
};

/** Filters by a pool, found by its name among those of all clients. */
export const PoolFilter = (props: FilterProps) => <LookupFilter {...props} lookup={lookup} />;
