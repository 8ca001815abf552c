import { createContext, useCallback, useContext } from 'react';
import { useLocation } from 'ra-core';
import { resourceKey, useResourceMeta } from '../meta';

/** Gives the address of a record's dialog over the list as it stands, so that closing it changes nothing below. */
export const useRecordPath = () => {
  const { search } = useLocation();
  const base = `/${resourceKey(useResourceMeta())}`;
  return useCallback(
    (id?: unknown, tab?: string) =>
      [base, ...(id === undefined ? [] : [String(id)]), ...(tab ? [tab] : [])].join('/') + search,
    [base, search],
  );
};

/** Carries the query of the address that the rows of a list belong to. */
export const RowsSearchContext = createContext('');

/** The same for the cells of a list, which are drawn again with their rows and not when the address changes before them. */
export const useRowPath = () => {
  const search = useContext(RowsSearchContext);
  const base = `/${resourceKey(useResourceMeta())}`;
  return (id: unknown, tab?: string) => ({ pathname: [base, String(id), ...(tab ? [tab] : [])].join('/'), search });
};
