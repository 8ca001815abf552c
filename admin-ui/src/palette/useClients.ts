import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { resourceLabel, useMeta } from '../meta';
import { useCanOpen } from '../meta/useCanOpen';
import { searchClients } from '../ui/ClientSelect';
import type { Line } from './line';
import { useLater } from './useRecords';

const mostClients = 3;
const fewestLetters = 2;

/** The lists of the clients whose name one types: their projects, and what else is narrowed by a client. */
export const useClients = (wanted: string): Line[] => {
  const t = useTranslate();
  const { resources } = useMeta();
  const canOpen = useCanOpen();
  const settled = useLater(wanted);
  const { data = [] } = useQuery({
    queryKey: ['find', 'clients', settled],
    queryFn: ({ signal }) => searchClients(settled, signal),
    enabled: settled.length >= fewestLetters,
    staleTime: 60_000,
  });
  const lists = resources.filter(({ route, filters }) => canOpen(route) && filters.some(({ name }) => name === by));
  const found = settled === wanted ? data : [];
  return found.slice(0, mostClients).flatMap(client =>
    lists.map(list => {
      const query = new URLSearchParams({ filter: JSON.stringify({ [by]: client.label }) });
      const plural = t(resourceLabel(list, 'plural'));
      return {
        id: `client ${client.value} ${list.name}`,
        icon: 'filter' as const,
        label: t('panel.palette.ofClient', { plural, client: client.label }),
        to: `${list.route}?${query}`,
      };
    }),
  );
};

/** The filter of lists by the name of a client. */
const by = 'clientName';
