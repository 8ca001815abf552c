import { useCallback } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { VmsInbound } from '../../generated/resources';
import { useCan } from '../../meta';
import { request, type Page } from '../../providers/http';

const path = '/api/vms/unknownValue';
const key = ['vms', 'unknown'];

/** A value that a lookup has no entry for, and the messages that wait for one. */
export interface UnknownValue {
  connectionId: number;
  connectionName: string;
  entity: VmsInbound['entity'];
  lookup: string;
  value: string;
  waiting: number;
  since: string;
  /** What other entries of the lookup give; of a lookup of statuses all there are, and no other. */
  targets: string[];
  isStatus: boolean;
}

/** What tells one value from the others. */
export const keyOf = ({ connectionId, entity, lookup, value }: UnknownValue) =>
  JSON.stringify([connectionId, entity, lookup, value]);

/** The values that messages wait for, the most awaited first. */
export const useUnknownValues = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<Page<UnknownValue>>('GET', path, { signal })).data.results,
    enabled: useCan('vms.message.read'),
    staleTime: 0, // messages come by themselves
  });

/** Gives a value its entry; says how many messages are read anew for it. */
export const decide = async ({ connectionId, entity, lookup, value }: UnknownValue, target: string) => {
  const body = { connectionId, entity, lookup, value, target };
  return (await request<{ released: number }>('POST', path, { body })).data.released;
};

/** Asks again for all that a decision changes. */
export const useDecided = () => {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: ['platform/vms/inbound'] });
    void client.invalidateQueries({ queryKey: ['platform/vms/mappings'] });
  }, [client]);
};
