import { useCallback, useEffect, useRef } from 'react';
import { useListContext } from 'ra-core';

/** One filter of the list: its value, and how to set it. An empty value takes the filter away. */
export const useFilter = (name: string): [unknown, (value: unknown) => void] => {
  const { filterValues, setFilters } = useListContext();
  const latest = useRef({ filterValues, setFilters });
  useEffect(() => {
    latest.current = { filterValues, setFilters };
  });
  const set = useCallback(
    (value: unknown) => {
      const { [name]: _, ...rest } = latest.current.filterValues;
      const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
      latest.current.setFilters(isEmpty ? rest : { ...rest, [name]: value }, undefined, false);
    },
    [name],
  );
  return [filterValues[name], set];
};
