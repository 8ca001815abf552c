import { useSyncExternalStore } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { currentClient, onClient } from './client';
import { earlyContext } from './early';
import { request } from './http';
import type { UserContext } from '../generated/answers';

/** How one may sign in, and in which languages. Where Auth0 is is answered only by a service that signs in by it. */
export type SessionContext = Pick<
  UserContext,
  | 'isAuth0LoginEnabled'
  | 'isClassicLoginEnabled'
  | 'name'
  | 'clientLanguages'
  | 'defaultLocale'
  | 'auth0'
  | 'nonce'
  | 'passkeyOrigin'
>;

/** What holds until the service has answered. */
const initial: SessionContext = {
  isAuth0LoginEnabled: true,
  isClassicLoginEnabled: false,
  name: '',
  clientLanguages: [],
  defaultLocale: 'en',
  passkeyOrigin: '',
};

const load = async (client: string) => {
  const early = await earlyContext(client)?.catch(() => undefined);
  if (early?.ok) return (await early.json()) as SessionContext; // GET /api/userContext
  return readContext(client);
};

/** Asks for the context of a client, or for our own. */
export const readContext = async (client: string) => {
  const query = client && `?${new URLSearchParams({ client })}`;
  return (await request<SessionContext>('GET', `/api/userContext${query}`)).data;
};

/** The context of the session; `isKnown` once the service has answered. */
export const useSessionContext = () => {
  const client = useSyncExternalStore(onClient, currentClient);
  const { data, isFetched } = useQuery({
    queryKey: ['userContext', client],
    queryFn: () => load(client),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });
  return { context: data ?? initial, isKnown: isFetched };
};
