import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { settleClient } from './client';
import { areAll, clientsQuery } from './clients';

/** Keeps the client of the person at hand among those the account sees. */
export const useOwnClient = () => {
  const { data } = useQuery(clientsQuery);
  useEffect(() => {
    // Failing, it leaves what was kept: those texts are no secret, and the next load of the page looks again.
    if (data) settleClient(data, areAll(data)).catch(() => undefined);
  }, [data]);
};
