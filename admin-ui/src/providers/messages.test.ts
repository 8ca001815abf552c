import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../test/service';
import { load } from './messages.fixture';

let texts: Record<string, string> = {};
let version = '';

const service = () =>
  fakeService(({ headers }) => {
    const etag = `"${version}"`;
    return headers.get('if-none-match') === etag
      ? { status: 304, headers: { etag } }
      : { body: texts, headers: { etag } };
  });

beforeEach(() => {
  vi.useFakeTimers();
  [texts, version] = [{ a: 'old' }, 'v1'];
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('locale=de');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('starts with the texts of the cookie’s language', async () => {
  const { startMessages, currentMessages } = await load();
  const calls = service();
  await startMessages();
  expect(calls.map(({ path }) => path)).toEqual(['/napi/localize?locale=de&detail=fallback']);
  expect(currentMessages()).toEqual({ locale: 'de', texts: { a: 'old' } });
  expect(document.documentElement.lang).toBe('de');
});

it('fails to start without the service', async () => {
  const { startMessages } = await load();
  fakeService(() => ({ status: 503, headers: { 'x-request-id': '7f3a19c2' } }));
  await expect(startMessages()).rejects.toMatchObject({ status: 503, requestId: '7f3a19c2' });
});

it('fetches new texts as soon as an answer names another version', async () => {
  const { startMessages, watchMessages, currentMessages, noticeMessages } = await load();
  const calls = service();
  await startMessages();
  const stop = watchMessages();
  noticeMessages('v1');
  expect(calls).toHaveLength(1);
  [texts, version] = [{ a: 'new' }, 'v2'];
  noticeMessages('v2');
  await vi.advanceTimersByTimeAsync(0);
  expect(calls[1]?.headers.get('if-none-match')).toBe('"v1"');
  expect(currentMessages().texts).toEqual({ a: 'new' });
  stop();
});

it('asks one and a half seconds after the last answer, whenever that was', async () => {
  const { startMessages, watchMessages, currentMessages, noticeMessages } = await load();
  const calls = service();
  await startMessages();
  const stop = watchMessages();
  await vi.advanceTimersByTimeAsync(1_000);
  noticeMessages('v1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toHaveLength(1);
  [texts, version] = [{ a: 'new' }, 'v2'];
  await vi.advanceTimersByTimeAsync(500);
  expect(calls).toHaveLength(2);
  expect(currentMessages().texts).toEqual({ a: 'new' });
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(2);
});

it('asks every eight seconds once nobody has had a hand on it for ten minutes', async () => {
  const { startMessages, watchMessages } = await load();
  const calls = service();
  await startMessages();
  const stop = watchMessages();
  await vi.advanceTimersByTimeAsync(599_000);
  const inUse = calls.length;
  expect(inUse).toBe(1 + 399);
  await vi.advanceTimersByTimeAsync(81_000);
  expect(calls.length - inUse).toBe(10);
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls.length - inUse).toBe(10 + 10);
  stop();
});

it('asks nothing while nobody can see it', async () => {
  const { startMessages, watchMessages } = await load();
  const calls = service();
  await startMessages();
  const stop = watchMessages();
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(calls).toHaveLength(2);
  stop();
});

it('asks a service that fails no more often', async () => {
  const { startMessages, watchMessages, noticeMessages } = await load();
  let isUp = true;
  const calls = fakeService(() => (isUp ? { body: texts, headers: { etag: `"${version}"` } } : { status: 503 }));
  await startMessages();
  isUp = false;
  const stop = watchMessages();
  for (let second = 1; second <= 30; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    document.dispatchEvent(new Event('visibilitychange'));
  }
  expect(calls.length).toBeLessThanOrEqual(1 + 20);
  const before = calls.length;
  for (let i = 0; i < 1_000; i += 1) {
    noticeMessages(i % 2 ? 'v2' : 'v3'); // two copies of the service that disagree
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(calls.length).toBeGreaterThan(before + 5);
  expect(calls.length).toBeLessThanOrEqual(before + 11);
  stop();
});

it('keeps the object of the texts while nothing changes', async () => {
  const { startMessages, refreshMessages, currentMessages } = await load();
  service();
  await startMessages();
  const before = currentMessages();
  await refreshMessages();
  expect(currentMessages()).toBe(before);
});

it('changes the language and remembers it', async () => {
  const { startMessages, changeLocale, currentMessages } = await load();
  const calls = service();
  const cookie = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  await startMessages();
  await changeLocale('en');
  expect(calls.at(-1)?.path).toBe('/napi/localize?locale=en&detail=fallback');
  expect(cookie).toHaveBeenCalledWith('locale=en; path=/; max-age=31536000; samesite=lax');
  expect(currentMessages().locale).toBe('en');
});

it('shows the language chosen last, whichever answer comes last', async () => {
  const { startMessages, changeLocale, refreshMessages, currentMessages } = await load();
  const answers: Record<string, () => void> = {};
  fakeService(async ({ path }) => {
    const locale = new URL(path, location.origin).searchParams.get('locale') ?? '';
    if (calls > 0) await new Promise<void>(resolve => (answers[locale] = resolve));
    calls += 1;
    return { body: { a: locale }, headers: { etag: `"${calls}"` } };
  });
  let calls = 0;
  await startMessages();
  const refreshed = refreshMessages();
  const changed = changeLocale('fr');
  await vi.advanceTimersByTimeAsync(0);
  answers['fr']?.();
  await changed;
  answers['de']?.();
  await refreshed;
  expect(currentMessages()).toEqual({ locale: 'fr', texts: { a: 'fr' } });
});

it('fetches the texts that the first screen does without once they are needed, and tells of a failure', async () => {
  const { startMessages, allMessages, currentMessages } = await load();
  const complete = { messages: { a: 'old', b: 'more' }, fallbacks: {} };
  const replies: Reply[] = [
    { body: { messages: { a: 'old' }, fallbacks: {}, more: true }, headers: { etag: '"v1"' } },
    { status: 503, headers: { 'x-request-id': '7f3a19c2' } },
    { body: complete, headers: { etag: '"v1"' } },
  ];
  const calls = fakeService(() => replies[calls.length - 1] ?? { status: 500 });
  await startMessages();
  expect(currentMessages()).toEqual({ locale: 'de', texts: { a: 'old' }, hasMore: true });
  await expect(allMessages()).rejects.toMatchObject({ status: 503, requestId: '7f3a19c2' });
  await Promise.all([allMessages(), allMessages()]);
  expect(currentMessages()).toEqual({ locale: 'de', texts: complete.messages });
  expect(calls.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null]);
  await allMessages();
  expect(calls).toHaveLength(3);
});
