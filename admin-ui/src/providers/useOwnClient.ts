import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { settleClient } from './client';
import { areAll, clientsQuery } from './clients';
import { whenQuiet } from './useIsQuiet';

/** Keeps the client of the person at hand among those the account sees, once the first screen has what it needs. */
export const useOwnClient = () => {
  const queries = useQueryClient();
  const { data } = useQuery({ ...clientsQuery, enabled: false });
  useEffect(() => whenQuiet(() => void queries.prefetchQuery(clientsQuery)), [queries]);
  useEffect(() => {
    // Failing, it leaves what was kept: those texts are no secret, and the next load of the page looks again.
    if (data) settleClient(data, areAll(data)).catch(() => undefined);
  }, [data]);
};
