import { useMemo } from 'react';
import { useLocation } from 'ra-core';
import { fieldOf, type ResourceMeta } from '../../meta';
import type { Values } from './changes';

const parsed = (text: string | null): Values => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return value !== null && typeof value === 'object' ? (value as Values) : {};
  } catch {
    return {}; // an address that somebody has typed
  }
};

/**
 * What the address says of a new record: the values it starts with, as `?source={"projectId":5}` of react-admin does, and the
 * screen that making it leads back to.
 */
export const useCreateStart = (meta: ResourceMeta) => {
  const { search } = useLocation();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const given = Object.entries(parsed(query.get('source'))).filter(
      ([name]) => fieldOf(meta, name)?.readOnly !== true,
    );
    const back = query.get('back');
    return {
      given: given.length > 0 ? Object.fromEntries(given.filter(([name]) => fieldOf(meta, name))) : undefined,
      back: back && /^\/(?![/\\])/.test(back) ? back : undefined,
    };
  }, [meta, search]);
};
