import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Msp } from '../../generated/resources';
import { request } from '../../providers/http';
import { chosenOf, difference, impliedBy, keyOf, type Place } from './grants';
import { useClientNames } from './useClientNames';
import type { MSPPermission } from '../../generated/answers';

/** One place of the grid with its words. */
export interface NamedPlace extends Place {
  clientName: string;
  /** Empty for the whole client. */
  entityName: string;
}

const none: readonly MSPPermission[] = [];
const nothing = new Set<string>();

/** The permissions of an MSP while somebody changes them. */
export const useGrants = (id: number) => {
  const lines = useQuery({
    queryKey: ['msp', 'permissions'],
    queryFn: async () => (await request<{ results: MSPPermission[] }>('GET', '/api/msp/permissions')).data.results,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stored = useQuery({
    queryKey: ['record', 'msp', String(id), 'grants'],
    queryFn: async ({ signal }) => (await request<Msp>('GET', `/api/msp/${id}`, { signal })).data,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const catalogue = lines.data ?? none;
  const before = useMemo(() => (stored.data ? chosenOf(stored.data.permissions) : nothing), [stored.data]);
  const [changed, setChanged] = useState<ReadonlySet<string>>();
  const chosen = changed ?? before;
  const implied = useMemo(() => impliedBy(chosen, catalogue), [chosen, catalogue]);
  const now = useMemo(() => new Set([...chosen, ...implied.keys()]), [chosen, implied]);
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChanged(next);
  };
  return {
    msp: stored.data,
    error: stored.error ?? lines.error,
    places: usePlaces(stored.data),
    catalogue,
    chosen,
    /** What of a box is to be seen: whether it is on, and why it cannot be taken away. */
    boxOf: (permission: string, place: Place) => {
      const key = keyOf(permission, place);
      const complete = place.entity !== 0 && now.has(keyOf(permission, { ...place, entity: 0 }));
      return {
        key,
        isOn: now.has(key) || complete,
        neededBy: implied.get(key) ?? [],
        isWhole: complete,
        isChanged: now.has(key) !== before.has(key),
      };
    },
    toggle,
    ...difference(before, now),
  };
};

/** The permissions at hand, as the grid gets them. */
export type Grants = ReturnType<typeof useGrants>;

/** The clients an MSP serves, each with its legal entities; also where it only has permissions left. */
const usePlaces = (msp: Msp | undefined): NamedPlace[] => {
  const entities = msp?.legalEntities ?? [];
  const grants = msp?.permissions ?? [];
  const clients = [...new Set([...entities, ...grants].map(({ clientId }) => clientId ?? 0))];
  const nameOf = useClientNames(clients);
  return clients.flatMap(client => {
    const own = entities.filter(({ clientId }) => clientId === client);
    const left = grants.filter(
      g => g.clientId === client && g.legalEntityId && !own.some(e => e.id === g.legalEntityId),
    );
    const rest = [...new Set(left.map(g => g.legalEntityId ?? 0))].map(id => ({ id, name: `# ${id}` }));
    const clientName = nameOf(client) || `# ${client}`;
    return [
      { client, entity: 0, clientName, entityName: '' },
      ...[...own, ...rest].map(({ id, name }) => ({ client, entity: id, clientName, entityName: name })),
    ];
  });
};
