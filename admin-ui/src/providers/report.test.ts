import { expect, it, vi } from 'vitest';
import { request } from './http';
import { HttpError } from './httpError';
import { lastRequestId } from './requestId';
import { report } from './report';

it('tells each thing once, at most five, and nothing the service knows', async () => {
  const sent = vi.fn(async (_: string, init: RequestInit) => new Response(String(init.body), { status: 200 }));
  vi.stubGlobal('fetch', sent);
  history.pushState(null, '', '/projects/list?filter=secret');
  await request('GET', '/api/project', { isPublic: true });
  sent.mockClear();
  await report(new HttpError(500, {}));
  await report(new DOMException('left', 'AbortError'));
  await report('a word');
  expect(sent).not.toHaveBeenCalled();
  for (const what of ['a', 'a', 'b', 'c', 'd', 'e', 'f']) await report(new Error(`${what} broke`));
  expect(sent).toHaveBeenCalledTimes(5);
  const [path, init] = sent.mock.calls[0] ?? [];
  expect(path).toBe('/api/clientError');
  expect(JSON.parse(String(init?.body))).toMatchObject({
    message: 'a broke',
    route: '/projects/list',
    requestId: lastRequestId(),
  });
  expect(lastRequestId()).not.toBe('');
});

it('is silent when it cannot be told', async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const { report: again } = await import('./report');
  await expect(again(new Error('x'))).resolves.toBeUndefined();
});
