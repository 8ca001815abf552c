import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Text } from '../../providers/content';
import { currentClient, onClient } from '../../providers/client';
import { searchClients } from '../../ui/ClientSelect';
import { defaultSet, readKey } from '../translations/calls';
import type { Desk } from '../translations/desk';
import type { Sheet } from '../translations/sheet';

const byLocale = (texts: readonly Text[] = []) =>
  new Map(texts.map(text => [text.locale, new Map([[text.messageKey, text]])]));

const queryOf = (client: number, messageKey: string) => ({
  queryKey: ['text', client, messageKey],
  queryFn: () => readKey(client, messageKey),
  gcTime: 0, // a field begins with the text of now, not with that of the last time it was open
});

/** The client whose texts the panel shows; undefined while it shows those of the product. */
export const useShownClient = () => {
  const name = useSyncExternalStore(onClient, currentClient);
  const { data } = useQuery({
    queryKey: ['clientNamed', name],
    queryFn: ({ signal }) => searchClients(name, signal),
    enabled: name !== '',
    staleTime: 300_000,
  });
  const found = name ? data?.find(({ label }) => label === name) : undefined;
  return found && { id: Number(found.value), name };
};

/** A text in every language: as the set has it, and as the product has it. */
export const useText = (client: number, messageKey: string, desk: Desk) => {
  const sets = client === defaultSet ? [client] : [client, defaultSet];
  const found = useQueries({ queries: sets.map(set => queryOf(set, messageKey)) });
  const queries = useQueryClient();
  useEffect(
    () =>
      desk.onSaved(
        (_, change) => void queries.invalidateQueries({ queryKey: ['text', change.client, change.messageKey] }),
      ),
    [desk, queries],
  );
  const [own, behind] = [found[0]?.data, found[1]?.data];
  const sheet = useMemo(
    (): Sheet => ({ client, own: byLocale(own), behind: client === defaultSet ? new Map() : byLocale(behind) }),
    [client, own, behind],
  );
  const failed = found.find(({ error }) => error);
  return { sheet, isLoading: found.some(({ isLoading }) => isLoading), error: failed?.error, retry: failed?.refetch };
};
