import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Call, type Reply } from '../../test/service';
import { HttpError } from '../providers/httpError';
import { changed, storePreference } from './preference';

afterEach(() => vi.unstubAllGlobals());

const stale: Reply = { status: 409, body: { status: 409, code: 'STALE_VERSION', messages: ['error.staleVersion'] } };
const broken: Reply = { status: 500, body: { status: 500, code: 'INTERNAL', messages: ['error.internal'] } };

/** A service that keeps a number and its tag, and answers the first writes its own way. */
const keeper = (...refusals: Reply[]) => {
  let count = 0;
  return fakeService(({ method, body }: Call) => {
    if (method === 'GET') return { body: { value: count || null }, headers: { etag: `"${count}"` } };
    const refusal = refusals.shift();
    if (refusal === stale) count += 10; // another window was faster
    if (!refusal) count = (body as { value: number }).value; // sent by keepPreference
    return refusal ?? { body: {} };
  });
};

const oneMore = (stored: number | null) => (stored ?? 0) + 1;
const puts = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT');

describe('what a person set', () => {
  it('changes on top of what the service has, under its tag', async () => {
    const calls = keeper();
    expect(await storePreference('list.boat', oneMore)).toEqual({ kept: 1 });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/preference/list.boat',
      'PUT /api/preference/list.boat',
    ]);
    expect(calls[1]?.headers.get('if-match')).toBe('"0"');
  });

  it('changes once more on top of what another window has put there', async () => {
    const calls = keeper(stale, stale);
    expect(await storePreference('list.boat', oneMore)).toEqual({ kept: 21 });
    expect(puts(calls).map(({ headers }) => headers.get('if-match'))).toEqual(['"0"', '"10"', '"20"']);
  });

  it('is given up after the fifth other window', async () => {
    const calls = keeper(...Array<Reply>(9).fill(stale));
    const outcome = await storePreference('list.boat', oneMore);
    expect(outcome).toMatchObject({ problem: 'panel.preference.failed' });
    expect(puts(calls)).toHaveLength(5);
  });

  it('is not tried again where the service refuses for another reason, which is told', async () => {
    const calls = keeper(broken);
    const outcome = await storePreference('list.boat', oneMore);
    expect(outcome).toMatchObject({ problem: 'panel.preference.failed', error: expect.any(HttpError) });
    expect(puts(calls)).toHaveLength(1);
  });

  it('is written over by nobody who could not read it', async () => {
    const calls = fakeService(() => broken);
    expect(await storePreference('list.boat', oneMore)).toMatchObject({ problem: 'panel.preference.unread' });
    expect(puts(calls)).toEqual([]);
  });
});

it('changes the members that are named, or what becomes of those there are', () => {
  const now = { perPage: 25, views: ['a'] };
  expect(changed(now, { perPage: 50 })).toEqual({ perPage: 50, views: ['a'] });
  expect(changed(now, ({ views }) => ({ views: [...views, 'b'] }))).toEqual({ perPage: 25, views: ['a', 'b'] });
});
