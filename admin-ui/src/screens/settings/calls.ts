import { request } from '../../providers/http';

/** The value of a setting: a text, on or off, or null for "as inherited". */
export type Value = string | boolean | null;

/** One setting as the service answers it. */
export interface Setting {
  key: string;
  value: Value;
  default: Value;
  scope: 'client' | 'legalentity' | null;
  id: number | null;
}

/** Names the answer with these settings; the query is that of the call. */
export const settingsKey = (query = '') => ['settings', query];

/** The settings of the whole product, or of what the query names. */
export const readSettings = async (query: string, signal: AbortSignal) =>
  (await request<{ results: Setting[] }>('GET', `/api/setting${query}`, { signal })).data.results;

/** Writes one value and returns what the setting is now. */
export const writeSetting = async ({ key, scope, id }: Setting, value: Value) => {
  const body = { value, ...(scope && { scope, id }) };
  return (await request<Setting>('PUT', `/api/setting/${encodeURIComponent(key)}`, { body })).data;
};
