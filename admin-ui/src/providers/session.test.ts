import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { newTokens } from '../../test/token';
import { newChannel, load } from './session.fixture';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('BroadcastChannel', newChannel());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is renewed five minutes before it ends', async () => {
  const { adopt } = await load();
  const calls = fakeService(() => ({ body: newTokens(900) }));
  adopt(newTokens(900));
  await vi.advanceTimersByTimeAsync(599_000);
  expect(calls).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/refreshToken' });
  expect(calls[0]?.headers.get('x-requested-with')).toBe('admin-panel');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveLength(2);
});

it('is renewed at once when that moment has passed', async () => {
  const { adopt } = await load();
  const calls = fakeService(() => ({ body: newTokens(900) }));
  adopt(newTokens(200));
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(1);
});

it.each([
  ['fast', 11],
  ['slow', -11],
])('counts its life from the answer, however %s the clock is', async (_, minutes) => {
  const { adopt, accessToken } = await load();
  const answer = newTokens(900); // the service's clock says when it ends
  vi.setSystemTime(Date.now() + minutes * 60_000);
  const calls = fakeService(() => ({ body: answer }));
  adopt(answer);
  await vi.advanceTimersByTimeAsync(599_000);
  expect(calls).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toHaveLength(1);
  for (let i = 0; i < 20; i += 1) await accessToken();
  expect(calls).toHaveLength(1);
});

it('is asked for once in ten seconds at most, even if each new token is refused', async () => {
  const { adopt, accessToken, renewSession } = await load();
  const askedAt: number[] = [];
  fakeService(() => {
    askedAt.push(performance.now());
    return { body: newTokens(askedAt.length) }; // each lives for a few seconds only
  });
  adopt(newTokens(1));
  for (let second = 0; second < 60; second += 1) {
    void accessToken().then(renewSession);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(askedAt.length).toBeGreaterThan(4);
  for (const [i, at] of askedAt.entries()) expect(at - (askedAt[i - 1] ?? -10_000)).toBeGreaterThanOrEqual(10_000);
});

it('takes an answer without tokens for none', async () => {
  const { adopt, currentSession } = await load();
  const calls = fakeService(() => ({ body: '<html>' }));
  adopt(newTokens(900));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(currentSession().state).toBe('in');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls).toHaveLength(2);
});

it('survives a service that cannot be reached, and tries again', async () => {
  const { adopt, currentSession } = await load();
  let isUp = false;
  const calls = fakeService(() => (isUp ? { body: newTokens(900) } : { status: 503 }));
  adopt(newTokens(900));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(currentSession().state).toBe('in');
  isUp = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls).toHaveLength(2);
  expect(currentSession()).toMatchObject({ claims: { exp: Math.floor(Date.now() / 1000) + 900 } });
});

it('is restored only where a cookie says there is one', async () => {
  const { restoreSession, currentSession } = await load();
  const calls = fakeService(() => ({ body: newTokens() }));
  await restoreSession();
  expect(currentSession().state).toBe('out');
  expect(calls).toHaveLength(0);
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('a=b; auth.exp=1800000900');
  await restoreSession();
  expect(currentSession()).toMatchObject({ state: 'in', claims: { given_name: 'Mára' } });
});

it('takes the token the page itself has asked for', async () => {
  const { restoreSession, currentSession } = await load();
  const calls = fakeService(() => ({ status: 500 }));
  await restoreSession(Promise.resolve(newTokens()));
  expect(currentSession().state).toBe('in');
  expect(calls).toHaveLength(0);
});

it('is over when the page has asked in vain, and not asked for at once again', async () => {
  const { restoreSession, currentSession } = await load();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('auth.exp=1800000900');
  const calls = fakeService(() => ({ status: 503 }));
  await restoreSession(Promise.resolve({}));
  expect(currentSession().state).toBe('out');
  expect(calls).toHaveLength(0);
});

it.each([
  ['the page', () => Promise.reject(new Error('503'))],
  ['the panel', () => undefined],
])('waits for a service that does not answer %s, and signs nobody out', async (_, open) => {
  const { restoreSession, currentSession } = await load();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('auth.exp=1800000900');
  let isUp = false;
  fakeService(() => (isUp ? { body: newTokens() } : { status: 503 }));
  await restoreSession(open());
  expect(currentSession().state).toBe('unreachable');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(currentSession().state).toBe('unreachable');
  isUp = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(currentSession()).toMatchObject({ state: 'in', claims: { given_name: 'Mára' } });
});
