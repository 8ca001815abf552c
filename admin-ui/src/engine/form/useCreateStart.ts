import { useMemo } from 'react';
import { useLocation } from 'ra-core';
import { fieldOf, nameFieldOf, type ResourceMeta } from '../../meta';
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
    const source = parsed(query.get('source'));
    const references = Object.keys(source).filter(name => fieldOf(meta, name)?.kind === 'ref');
    const named = references.map(nameFieldOf); // so that an input need not ask what the record is called
    const isInput = (name: string) => fieldOf(meta, name)?.readOnly !== true && fieldOf(meta, name) !== undefined;
    const prefilled = Object.entries(source).filter(([name]) => isInput(name) || named.includes(name));
    const back = query.get('back');
    return {
      prefilled: prefilled.length > 0 ? Object.fromEntries(prefilled) : undefined,
      back: back && /^\/(?![/\\])/.test(back) ? back : undefined,
    };
  }, [meta, search]);
};
