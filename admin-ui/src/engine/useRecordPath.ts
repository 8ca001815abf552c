import { useCallback } from 'react';
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
