import { useCallback, useMemo } from 'react';
import { navigate } from './history';
import { useLocation } from './useLocation';

/** The query of the address, and a function that changes parts of it in place; null or '' takes a part away. */
export const useSearch = () => {
  const { pathname, search } = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (parts: Record<string, string | null>) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(parts)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      const text = next.toString();
      navigate({ pathname, search: text && `?${text}` }, { replace: true });
    },
    [pathname, query],
  );
  return [query, change] as const;
};
