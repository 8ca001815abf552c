import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService, type Call } from '../../test/service';
import { noMeta, noResource } from '../../test/Panel';
import { buildDataProvider } from './dataProvider';

const project = {
  ...noResource,
  name: 'project',
  route: '/projects/list',
  path: '/api/project',
  create: { path: '/napi/create/project', wrap: 'dataObj' },
};

const provider = buildDataProvider({ ...noMeta, resources: [project] });
const list = {
  pagination: { page: 2, perPage: 5 },
  sort: { field: 'id', order: 'DESC' as const },
  filter: { status: ['PAUSED'] },
};
const record = { id: 7, version: 3, title: 'x' };

let calls: Call[] = [];

beforeEach(() => {
  calls = fakeService(({ method, path }) => {
    if (method === 'DELETE') return { status: 204 };
    if (!path.includes('range=')) return { body: record };
    return { body: { results: [record], totalResults: 41 }, headers: { 'content-range': 'project 5-5/41' } };
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.__early;
  localStorage.clear();
});

it('lists what a route stands for, with the exact total', async () => {
  const { data, total } = await provider.getList('projects/list', list);
  expect({ data, total }).toEqual({ data: [record], total: 41 });
  const { pathname, searchParams } = new URL(calls[0]?.path ?? '', location.origin);
  expect(pathname).toBe('/api/project');
  expect(Object.fromEntries(searchParams)).toEqual({
    filter: '{"status":["PAUSED"]}',
    range: '[5,9]',
    sort: '["id","DESC"]',
  });
});

it('remembers what an address asks for, and uses what the page has asked early', async () => {
  await provider.getList('projects/list', list);
  const [[address, url] = []] = JSON.parse(localStorage.getItem('panel.first') ?? '[]') as [string, string][];
  expect(address).toBe(location.pathname + location.search);
  const headers = { 'content-type': 'application/json', 'content-range': 'project 0-0/1' };
  const answer = new Response('{"results":[{"id":1}],"totalResults":1}', { headers });
  window.__early = { gets: { [url ?? '']: Promise.resolve(answer) } };
  expect(await provider.getList('projects/list', list)).toMatchObject({ data: [{ id: 1 }], total: 1 });
  expect(calls).toHaveLength(1);
  await provider.getList('projects/list', list);
  expect(calls).toHaveLength(2);
});

it('takes no early answer once a list has come, which would be out of date', async () => {
  const headers = { 'content-type': 'application/json', 'content-range': 'project 0-0/1' };
  const old = new Response('{"results":[{"id":9}],"totalResults":1}', { headers });
  await provider.getList('projects/list', list);
  const [[, url] = []] = JSON.parse(localStorage.getItem('panel.first') ?? '[]') as [string, string][];
  window.__early = { gets: { [url ?? '']: Promise.resolve(old) } };
  await provider.getList('projects/list', { ...list, pagination: { page: 3, perPage: 5 } });
  await provider.getList('projects/list', list);
  expect(calls).toHaveLength(3);
});

it('creates in the frame the call wants, and only once', async () => {
  await provider.create('project', { data: { title: 'x' } });
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/napi/create/project', body: { dataObj: { title: 'x' } } });
  expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

it('changes and deletes on the version that was seen', async () => {
  await provider.update('projects/list', { id: 7, data: { title: 'y' }, previousData: record });
  const { data } = await provider.delete('projects/list', { id: 7, previousData: record });
  expect(calls.map(({ method, path, headers }) => [method, path, headers.get('if-match')])).toEqual([
    ['PUT', '/api/project/7', '"3"'],
    ['DELETE', '/api/project/7', '"3"'],
  ]);
  expect(data).toEqual(record);
});

it('knows no resource the metadata does not name', () => {
  expect(() => provider.getList('pool', list)).toThrow('no metadata for the resource "pool"');
});
