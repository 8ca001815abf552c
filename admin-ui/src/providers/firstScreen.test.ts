import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService, type Call } from '../../test/service';
import { noMeta, noResource } from '../../test/Panel';
import { newTokens } from '../../test/token';
import { earlyToken } from './early';
import { readEarly } from './firstScreen';
import { queryClient } from './queryClient';
import { drop, restoreSession } from './session';

const boat = { ...noResource, name: 'boat', route: '/boats/list', path: '/api/boat', sort: 'name:asc' };
const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const script = /<script nonce[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';

let calls: Call[] = [];
const requested = (path: string) => calls.filter(call => call.path.split('?')[0] === path);

beforeEach(() => {
  queryClient.clear();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('auth.exp=1');
  calls = fakeService(({ path }) => {
    if (path === '/api/refreshToken') return { body: newTokens() };
    if (path === '/api/meta') return { body: { ...noMeta, resources: [boat] } };
    return { body: { results: [{ id: 7 }], totalResults: 1 }, headers: { 'content-range': 'boat 0-0/1' } };
  });
});
afterEach(() => {
  drop();
  delete window.__early;
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

/** Opens an address whose page names a list, up to where the panel would be drawn. */
const open = async (address: string, list: string) => {
  history.replaceState(null, '', address);
  document.documentElement.lang = 'en'; // as the page says
  document.querySelector('[name="first-list"]')?.remove();
  const named = document.createElement('meta');
  Object.assign(named, { name: 'first-list', content: list });
  document.head.append(named);
  // biome-ignore lint/security/noGlobalEval: the page's own script, as the browser runs it
  globalThis.eval(script);
  await restoreSession(earlyToken()).then(readEarly);
};

it('has the metadata and the rows at hand before anything is drawn, each asked for once', async () => {
  await open('/boats/list', '/api/boat name:asc boat.sail project.read');
  const found = queryClient.getQueryData([
    'boats/list',
    'getList',
    { pagination: { page: 1, perPage: 10 }, sort: { field: 'name', order: 'ASC' }, filter: {} },
  ]);
  expect(found).toMatchObject({ data: [{ id: 7 }], total: 1 });
  expect([requested('/api/meta').length, requested('/api/boat').length]).toEqual([1, 1]);
});

it('asks for no list where the address has a query or leads to none, or that the person may not read', async () => {
  await open('/masts/list', '/api/mast name:asc mast.read');
  await open('/boats/list?page=2', '/api/boat name:asc boat.sail project.read');
  await open('/dashboard', '');
  await open('/boats/list', '__FIRST_LIST__'); // as a page that the service has not sent says
  expect(calls.filter(({ path }) => /boat|mast|undefined/.test(path))).toEqual([]);
});

it('asks for the texts that a list shows first, and for all where another page is shown', async () => {
  await open('/boats/list?page=2', '/api/boat name:asc boat.sail project.read');
  await open('/dashboard', '');
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  await open('/boats/list', '/api/boat name:asc boat.sail project.read');
  const details = requested('/napi/localize').map(({ path }) => path.split('detail=')[1]);
  expect(details).toEqual(['first', 'fallback', 'fallback']);
});
