import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { newTokens } from '../../test/token';
import { load, newChannel, newLocks } from './session.fixture';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('BroadcastChannel', newChannel());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
});

it('is shared by all tabs, also its end', async () => {
  const [one, other] = [await load(), await load()];
  one.adopt(newTokens());
  expect(other.currentSession().state).toBe('in');
  other.drop();
  expect(one.currentSession().state).toBe('out');
});

it('is renewed by one tab for all, which take its token over', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: newLocks() });
  const tabs = [await load(), await load(), await load()];
  const calls = fakeService(async () => {
    await new Promise(done => setTimeout(done, 200)); // the others come while one is asking
    return { body: newTokens(900) };
  });
  tabs[0]?.adopt(newTokens(900));
  await vi.advanceTimersByTimeAsync(600_200);
  expect(calls).toHaveLength(1);
  const held = await Promise.all(tabs.map(tab => tab.accessToken()));
  expect(new Set(held).size).toBe(1);
  const exp = Math.floor(Date.now() / 1000) + 900;
  for (const tab of tabs) expect(tab.currentSession()).toMatchObject({ claims: { exp } });
  await vi.advanceTimersByTimeAsync(600_200);
  expect(calls).toHaveLength(2);
});

it('ends in all tabs when the service says that its token was used before', async () => {
  const tabs = [await load(), await load()];
  const calls = fakeService(() => ({ status: 401, body: { status: 401, code: 'REFRESH_REUSED' } }));
  tabs[0]?.adopt(newTokens(900));
  expect(tabs.map(tab => tab.currentSession().state)).toEqual(['in', 'in']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tabs.map(tab => tab.currentSession().state)).toEqual(['out', 'out']);
  const wanted = calls.length;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(calls).toHaveLength(wanted);
});
