import { useCallback, useEffect, useRef } from 'react';
import { useListContext } from 'ra-core';
import { isFilterValue } from './isFilterValue';

/** The filters that were asked for since the list was last drawn, so that two set before it is drawn again are both kept. */
let requested: Record<string, unknown> | undefined;

/** One filter of the list: its value, and how to set it. An empty value takes the filter away. */
export const useFilter = (name: string): [unknown, (value: unknown) => void] => {
  const { filterValues, setFilters } = useListContext();
  const latest = useRef({ filterValues: {}, setFilters });
  useEffect(() => {
    if (latest.current.filterValues !== filterValues) requested = undefined;
    latest.current = { filterValues, setFilters };
  });
  const set = useCallback(
    (value: unknown) => {
      const { [name]: _, ...rest }: Record<string, unknown> = requested ?? latest.current.filterValues;
      const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
      requested = isEmpty ? rest : { ...rest, [name]: value };
      latest.current.setFilters(requested, undefined, false);
    },
    [name],
  );
  const value: unknown = filterValues[name];
  return [isFilterValue(value) ? value : undefined, set];
};
