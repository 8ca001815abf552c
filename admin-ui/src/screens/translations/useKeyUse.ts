import type { Narrowing } from './sheet';
import { useSightings } from './useSightings';
import { useUnused } from './useUnused';

/** What is known of the use of keys, while the grid is narrowed by it: those that panels lacked, and those that nothing is known to show. */
export const useKeyUse = (client: number, wanted: Narrowing) => {
  const { sightings, by: seen } = useSightings(client, wanted);
  const { unused, by } = useUnused(client, seen);
  return {
    by,
    isLoading: sightings.isLoading || unused.isLoading,
    error: sightings.error ?? unused.error,
    retry: () => {
      for (const query of [sightings, unused]) if (query.error) void query.refetch();
    },
  };
};
