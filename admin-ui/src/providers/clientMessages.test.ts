import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { load } from './messages.fixture';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('locale=de');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A service whose clients have texts of their own. */
const ofClients = () =>
  fakeService(({ path, headers }) => {
    const client = new URLSearchParams(path.split('?')[1]).get('client');
    const etag = '"v1"';
    return headers.get('if-none-match') === etag
      ? { status: 304, headers: { etag } }
      : { body: { a: client ?? 'ours' }, headers: { etag } };
  });

it('fetches the whole set of another client, although the version of all texts is the same', async () => {
  const { startMessages, watchMessages, chooseClient, currentMessages } = await load();
  const calls = ofClients();
  await startMessages();
  const stop = watchMessages();
  chooseClient({ id: 1, name: 'A & B' });
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.at(-1)?.path).toBe('/napi/localize?client=A+%26+B&locale=de&detail=fallback');
  expect(calls.at(-1)?.headers.has('if-none-match')).toBe(false);
  expect(currentMessages().texts).toEqual({ a: 'A & B' });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(calls.at(-1)?.path).toBe('/napi/localize?client=A+%26+B&locale=de&detail=fallback');
  expect(calls.at(-1)?.headers.get('if-none-match')).toBe('"v1"');
  chooseClient();
  await vi.advanceTimersByTimeAsync(0);
  expect(currentMessages().texts).toEqual({ a: 'ours' });
  stop();
});

it('keeps the client when the language changes, and asks again for what could not be had', async () => {
  const { startMessages, watchMessages, changeLocale, chooseClient, currentMessages } = await load();
  let isUp = true;
  const calls = fakeService(({ path }) => (isUp ? { body: { a: path }, headers: { etag: '"v1"' } } : { status: 503 }));
  sessionStorage.setItem('panel.client', 'Acme');
  await startMessages();
  const stop = watchMessages();
  await changeLocale('en');
  expect(currentMessages().texts).toEqual({ a: '/napi/localize?client=Acme&locale=en&detail=fallback' });
  isUp = false;
  chooseClient({ id: 2, name: 'Beta' });
  await expect(changeLocale('fr')).rejects.toMatchObject({ status: 503 });
  isUp = true;
  await vi.advanceTimersByTimeAsync(1_500);
  expect(currentMessages()).toEqual({
    locale: 'en',
    texts: { a: '/napi/localize?client=Beta&locale=en&detail=fallback' },
  });
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(900);
  expect(calls).toHaveLength(before);
  stop();
});
