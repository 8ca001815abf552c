import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../test/service';
import { newTokens } from '../../test/token';

/** The modules keep the session, so every test loads them anew. */
const load = async () => {
  vi.resetModules();
  return {
    ...(await import('./http')),
    ...(await import('./httpError')),
    ...(await import('./session')),
    ...(await import('./messageVersion')),
  };
};

const failure = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error;
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('BroadcastChannel', undefined); // one tab only
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says who calls, in which language and under which id', async () => {
  document.documentElement.lang = 'de';
  const { request, adopt } = await load();
  const tokens = newTokens();
  const [call] = [fakeService(() => ({ body: { ok: true } })), adopt(tokens)];
  const { data, status } = await request<{ ok: boolean }>('PUT', '/api/project/1', { body: { title: 'x' } });
  expect({ data, status }).toEqual({ data: { ok: true }, status: 200 });
  const [sent] = call;
  expect(sent?.headers.get('authorization')).toBe(`Bearer ${tokens.access_token}`);
  expect(sent?.headers.get('x-requested-with')).toBe('admin-panel');
  expect(sent?.headers.get('accept-language')).toBe(document.documentElement.lang);
  expect(sent?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent?.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(sent?.body).toEqual({ title: 'x' });
});

it('sends no token with a public call', async () => {
  const { request, adopt } = await load();
  const calls = fakeService(() => ({
    status: 401,
    body: { code: 'BAD_CREDENTIALS', messages: ['error.badCredentials'] },
  }));
  adopt(newTokens());
  const error = await failure(request('POST', '/api/authorize', { body: {}, isPublic: true }));
  expect(error).toMatchObject({ status: 401, code: 'BAD_CREDENTIALS' });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.headers.has('authorization')).toBe(false);
});

it('refreshes once after a 401 and tries again', async () => {
  const { request, adopt } = await load();
  const [stale, fresh] = [newTokens(800), newTokens(900)];
  const calls = fakeService(({ path, headers }) => {
    if (path === '/api/refreshToken') return { body: fresh };
    return headers.get('authorization') === `Bearer ${fresh.access_token}` ? { body: { n: 1 } } : { status: 401 };
  });
  adopt(stale);
  const answers = await Promise.all([request('GET', '/api/a'), request('GET', '/api/b')]);
  expect(answers.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 1 }]);
  expect(calls.filter(({ path }) => path === '/api/refreshToken')).toHaveLength(1);
});

it('gives up when the session is over, and says so', async () => {
  const { request, adopt, currentSession } = await load();
  fakeService(() => ({ status: 401, body: { code: 'UNAUTHENTICATED', messages: ['error.unauthenticated'] } }));
  adopt(newTokens());
  expect(await failure(request('GET', '/api/a'))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  expect(currentSession().state).toBe('out');
});

it('keeps what the service says is wrong', async () => {
  const { request, HttpError } = await load();
  fakeService(() => ({
    status: 422,
    headers: { 'retry-after': '30' },
    body: {
      status: 422,
      code: 'VALIDATION',
      messages: ['validation.min', 'validation.required'],
      fieldErrors: { password: ['validation.min'] },
      params: { password: { 'validation.min': { min: 12 } } },
      requestId: 'r-1',
      details: { a: 1 },
    },
  }));
  const error = await failure(request('POST', '/api/x'));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({
    status: 422,
    message: 'validation.min',
    messages: ['validation.min', 'validation.required'],
    fieldErrors: { password: ['validation.min'] },
    params: { password: { 'validation.min': { min: 12 } } },
    requestId: 'r-1',
    details: { a: 1 },
    retryAfter: 30,
  });
});

it.each([
  [
    'an answer that is no error body',
    () => ({ status: 502, headers: { 'content-type': 'text/html' } }),
    502,
    'error.generic',
  ],
  ['no answer', () => Promise.reject(new TypeError('failed')), 0, 'error.network'],
])('names the request of %s', async (_, reply: () => Reply | Promise<Reply>, status, message) => {
  const { request } = await load();
  const calls = fakeService(reply);
  const error = await failure(request('GET', '/api/x'));
  expect(error).toMatchObject({ status, message, requestId: calls[0]?.headers.get('x-request-id') });
});

it('hears of new messages in any answer', async () => {
  const { request, onMessages, knowMessages } = await load();
  fakeService(({ path }) => ({ body: {}, headers: { 'x-messages': path === '/api/new' ? 'v2' : 'v1' } }));
  knowMessages('v1');
  const heard = vi.fn();
  onMessages(heard);
  await request('GET', '/api/same');
  expect(heard).not.toHaveBeenCalled();
  await request('GET', '/api/new');
  await request('GET', '/api/new');
  expect(heard).toHaveBeenCalledTimes(1);
});

it('reads nothing any more while somebody signs out', async () => {
  const { request, readingNothing } = await load();
  const ends: string[] = [];
  const calls = fakeService(() => ({ body: {} }));
  const answer = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation(async (path, init) => {
    if (path === '/api/logout') return (await answer?.(path, init)) ?? new Response();
    return new Promise((_, give) => init?.signal?.addEventListener('abort', () => give(init.signal?.reason)));
  });
  const listen = (name: string, call: Promise<unknown>) =>
    void call.then(
      () => ends.push(`${name} answered`),
      () => ends.push(`${name} failed`),
    );
  listen('a list', request('GET', '/api/project'));
  listen('a list given up before', request('GET', '/api/msp', { signal: AbortSignal.abort() }));
  await readingNothing(async () => {
    await request('POST', '/api/logout');
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.map(call => call.path)).toEqual(['/api/logout']);
  expect(ends).toEqual([]);
});

it('asks who is there and calls again when the service wants a proof, once for calls at the same time', async () => {
  const { request } = await load();
  const { onProofRequested } = await import('./proof');
  let proofs = 0;
  const calls = fakeService(() =>
    proofs > 0
      ? { body: { id: 7 } }
      : { status: 403, body: { code: 'REAUTHENTICATE', messages: ['error.reauthenticate'] } },
  );
  const stop = onProofRequested(async () => {
    await vi.advanceTimersByTimeAsync(0);
    proofs += 1;
    return true;
  });
  const both = [request('PUT', '/api/admin/7', { body: { roles: ['a'] } }), request('DELETE', '/api/totp')];
  expect((await Promise.all(both)).map(({ data }) => data)).toEqual([{ id: 7 }, { id: 7 }]);
  expect(proofs).toBe(1);
  expect(calls.map(({ method }) => method).sort()).toEqual(['DELETE', 'DELETE', 'PUT', 'PUT']);
  stop();
});

it('stays refused when nobody proves who they are', async () => {
  const { request } = await load();
  const { onProofRequested } = await import('./proof');
  const calls = fakeService(() => ({
    status: 403,
    body: { code: 'REAUTHENTICATE', messages: ['error.reauthenticate'] },
  }));
  const stop = onProofRequested(async () => false);
  await expect(request('DELETE', '/api/totp')).rejects.toMatchObject({ code: 'REAUTHENTICATE' });
  stop();
  await expect(request('DELETE', '/api/totp')).rejects.toMatchObject({ code: 'REAUTHENTICATE' });
  expect(calls).toHaveLength(2);
});
