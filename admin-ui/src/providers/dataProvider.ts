import type { DataProvider, fetchUtils } from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import { findResource, type Meta, type ResourceMeta } from '../meta';
import { earlyGet, rememberFirst } from './early';
import { request } from './http';

type FetchJson = typeof fetchUtils.fetchJson;

/** ra-data-simple-rest speaks a dialect the service accepts; only the frame of a list is taken off here. */
const fetchJson: FetchJson = async (url, options = {}) => {
  const method = options.method ?? 'GET';
  const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : undefined;
  const headers = Object.fromEntries(new Headers(options.headers));
  delete headers['range']; // would take the frame off, and with it what the page remembers for its next start
  const early = method === 'GET' ? await earlyAnswer(url) : undefined;
  const signal = options.signal ?? undefined;
  const { data, status, headers: answered } = early ?? (await request<unknown>(method, url, { body, headers, signal }));
  const json = isList(data) ? data.results : data;
  if (isList(data) && method === 'GET' && url.includes('range='))
    rememberFirst(location.pathname + location.search, url);
  return { status, headers: answered, body: '', json };
};

const isList = (data: unknown): data is { results: unknown[] } =>
  typeof data === 'object' && data !== null && 'results' in data && Array.isArray(data.results);

const earlyAnswer = async (url: string) => {
  const response = await earlyGet(url)?.catch(() => undefined);
  if (!response?.ok) return undefined;
  return { data: (await response.json()) as unknown, status: response.status, headers: response.headers };
};

/** Reaches every resource of the metadata. Changes carry the version they are based on. */
export const buildDataProvider = (meta: Meta): DataProvider => {
  const rest = simpleRest('', fetchJson);
  const known = (name: string): ResourceMeta => {
    const found = findResource(meta, name);
    if (!found) throw new Error(`no metadata for the resource "${name}"`);
    return found;
  };
  const pathOf = (name: string) => known(name).path.replace(/^\//, '');
  return {
    ...rest,
    getList: (name, params) => rest.getList(pathOf(name), params),
    getOne: (name, params) => rest.getOne(pathOf(name), params),
    getMany: (name, params) => rest.getMany(pathOf(name), params),
    getManyReference: (name, params) => rest.getManyReference(pathOf(name), params),
    create: async (name, { data }) => {
      const { path, create } = known(name);
      const body: unknown = create?.wrap ? { [create.wrap]: data } : data;
      const answer = await request<never>('POST', create?.path ?? path, { body, headers: idempotent() });
      return { data: answer.data };
    },
    update: async (name, { id, data, previousData, meta: extra }) => {
      const headers = ifMatch(extra?.version ?? previousData?.['version']);
      const answer = await request<never>('PUT', `${known(name).path}/${id}`, { body: data, headers });
      return { data: answer.data };
    },
    delete: async (name, { id, previousData, meta: extra }) => {
      const headers = ifMatch(extra?.version ?? previousData?.['version']);
      await request('DELETE', `${known(name).path}/${id}`, { headers });
      // The service answers an empty 204; react-admin wants the record that went.
      return { data: (previousData ?? { id }) as never };
    },
  };
};

const ifMatch = (version: unknown): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"${version}"` };

const idempotent = () => ({ 'idempotency-key': crypto.randomUUID() });
