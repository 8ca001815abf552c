import { request } from '../../providers/http';
import type { RestoreDecision, RestoreState, Setting as AnySetting } from '../../generated/answers';

/** The value of a setting: a text, a list of texts, on or off, or null for "as inherited". */
export type Value = string | string[] | boolean | null;

/** The value as it is saved: a list without its empty lines. */
export const savedValue = (value: Value): Value =>
  Array.isArray(value) ? value.map(line => line.trim()).filter(Boolean) : value;

/** Whether two values are saved as the same. */
export const isSameValue = (a: Value, b: Value) => JSON.stringify(savedValue(a)) === JSON.stringify(savedValue(b));

/** One setting as the panel edits it: with a value of the kinds there are. */
export type Setting = AnySetting & { value: Value; default: Value };

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

/** Names the answer about a restore. */
export const restoreKey = ['restore'];

/** Whether the product is held after a restore, and what waits. */
export const readRestore = async (signal: AbortSignal) =>
  (await request<RestoreState>('GET', '/api/restore', { signal })).data;

/** What becomes of that which has waited. */
interface Release {
  mails: RestoreDecision;
  deliveries: RestoreDecision;
  jobs: RestoreDecision;
  reason: string;
}

/** Lets a restored product go on. */
export const release = async (body: Release) =>
  (await request<RestoreState>('POST', '/api/restore/release', { body })).data;
