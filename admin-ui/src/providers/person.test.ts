import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newTokens } from '../../test/token';

/** The modules keep who was here, so every test loads them anew, as every page load does. */
const load = async () => {
  vi.resetModules();
  const [{ clearOnUserChange }, { adopt, drop }, { queryClient }, { store }] = await Promise.all([
    import('./person'),
    import('./session'),
    import('./queryClient'),
    import('./store'),
  ]);
  clearOnUserChange();
  return { signIn: (sub: string) => adopt(newTokens(900, { sub })), drop, queryClient, store };
};

const recent = 'panel.recent';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('forgets what was read as soon as somebody signs out, also when the service is away', async () => {
  const { signIn, queryClient } = await load();
  const { signOut } = await import('./sign');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  signIn('17');
  queryClient.setQueryData(['freelancers'], ['Adelle Bayer']);
  await signOut();
  expect(queryClient.getQueryData(['freelancers'])).toBeUndefined();
  vi.unstubAllGlobals();
});

it('forgets what one person has read when another signs in', async () => {
  const { signIn, drop, queryClient, store } = await load();
  signIn('17');
  queryClient.setQueryData(['freelancers'], ['Adelle Bayer']);
  store.setItem('list.columns', ['email']);
  localStorage.setItem(recent, '[{"title":"Adelle Bayer"}]');
  drop(); // the session has ended, nobody has signed out
  signIn('17');
  expect(queryClient.getQueryData(['freelancers'])).toEqual(['Adelle Bayer']);
  drop();
  signIn('18');
  expect(queryClient.getQueryData(['freelancers'])).toBeUndefined();
  expect(store.getItem('list.columns')).toBeUndefined();
  expect(localStorage.getItem(recent)).toBeNull();
});

it('forgets it also when the page was loaded anew in between', async () => {
  const before = await load();
  before.signIn('17');
  localStorage.setItem(recent, '[]');
  const again = await load();
  again.signIn('17');
  expect(localStorage.getItem(recent)).toBe('[]');
  const after = await load();
  after.signIn('18');
  expect(localStorage.getItem(recent)).toBeNull();
});
