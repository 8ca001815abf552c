import type { GetListParams } from 'ra-core';
import { resourceKey, type Meta } from '../meta';
import { buildDataProvider } from './dataProvider';
import { earlyUrls } from './early';
import { listQuery } from './listQuery';
import { metadataQuery } from './metadata';
import { queryClient } from './queryClient';
import { currentSession } from './session';

/** What an address that ra-data-simple-rest writes asks for. */
const paramsOf = (url: URL): GetListParams => {
  const read = (name: string): unknown => JSON.parse(url.searchParams.get(name) ?? 'null');
  const [from, to] = read('range') as [number, number];
  const [field, order] = read('sort') as [string, 'ASC' | 'DESC'];
  const perPage = to - from + 1;
  return { pagination: { page: from / perPage + 1, perPage }, sort: { field, order }, filter: read('filter') };
};

const readList = async (meta: Meta, address: string) => {
  const url = new URL(address, location.origin);
  const resource = meta.resources.find(({ path, route }) => path === url.pathname && route === location.pathname);
  if (!resource) return;
  await queryClient.prefetchQuery(listQuery(buildDataProvider(meta), resourceKey(resource), paramsOf(url)));
};

/**
 * Puts what the page has asked for before this script had loaded where the first screen looks for it. Whatever is there by then
 * is drawn at once: without this a waiting list is drawn before the rows, and before that a waiting frame.
 */
export const readEarly = async () => {
  const session = currentSession();
  const [, list] = earlyUrls();
  if (session.state !== 'in' || !list) return;
  const query = metadataQuery(session.claims.sub, session.claims.internal.permissions);
  await queryClient.prefetchQuery(query);
  const meta = queryClient.getQueryData<Meta>(query.queryKey);
  if (meta) await readList(meta, list);
};
