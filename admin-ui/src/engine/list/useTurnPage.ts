import { useDataProvider, useListContext } from 'ra-core';
import { useQueryClient } from '@tanstack/react-query';
import { listQuery } from '../../providers/listQuery';
import { currentLocation } from '../../router/history';

/** How long a turn waits for its page, in milliseconds. Nobody sees it; a page that has come by then is drawn in one go. */
const patience = 60;

/**
 * Turns to a page and asks for it at once. react-admin asks for it only when it has drawn the list under its new address, which
 * takes as long as most answers: the old rows, waiting, were drawn and painted for nothing before those that were there by then.
 */
export const useTurnPage = () => {
  const { resource, sort, perPage, filterValues, setPage } = useListContext();
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  return async (page: number) => {
    const here = currentLocation();
    const params = { pagination: { page, perPage }, sort, filter: filterValues };
    const fetching = client.prefetchQuery(listQuery(dataProvider, resource, params)); // what fails the list asks for again, and says so
    await Promise.race([fetching, new Promise(done => setTimeout(done, patience))]);
    if (currentLocation() === here) setPage(page); // or somebody has gone on meanwhile
  };
};
