import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { newTokens } from '../../test/token';

/** The modules keep who is signed in, so every test loads them anew, as every page load does. */
const load = async () => {
  vi.resetModules();
  const [client, { clearOnUserChange }, { adopt, drop }, { signIn }] = await Promise.all([
    import('./client'),
    import('./person'),
    import('./session'),
    import('./sign'),
  ]);
  clearOnUserChange();
  return { ...client, enter: (sub: string) => adopt(newTokens(900, { sub })), drop, signIn };
};

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const script = /<script nonce[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';

/** Runs the script of the page itself and answers what it asked for. */
const open = (address: string, cookie = '') => {
  history.replaceState(null, '', address);
  document.documentElement.lang = 'en'; // as the page says
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
  const calls = fakeService(() => ({ body: {} }));
  // biome-ignore lint/security/noGlobalEval: the page's own script, as the browser runs it
  globalThis.eval(script);
  return calls.map(({ path }) => path);
};

const acme = { id: 1, name: 'Acme' };
const beta = { id: 2, name: 'Beta' };

beforeEach(() => {
  vi.useFakeTimers();
  document.documentElement.lang = 'en'; // as the page is sent
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  delete window.__early;
  history.replaceState(null, '', '/');
});

it('asks for the texts and the sign-in of the client an address names, and for the rest of the tab', async () => {
  expect(open('/auth/login?client=%20A%20%26%20B%20')).toEqual([
    '/napi/localize?client=A+%26+B&locale=en&detail=fallback',
    '/api/userContext?client=A+%26+B',
  ]);
  expect(open('/projects/list')[0]).toBe('/napi/localize?client=A+%26+B&locale=en&detail=fallback');
  const { currentClient } = await load();
  expect(currentClient()).toBe('A & B');
  expect(open('/projects/list?client=')[0]).toBe('/napi/localize?locale=en&detail=fallback');
  expect(currentClient()).toBe('');
});

it('cuts a name that is longer than any', () => {
  expect(open(`/?client=${'x'.repeat(119)}${encodeURIComponent('𝔸𝔸')}`)[0]).toContain(
    `client=${'x'.repeat(119)}%EF%BF%BD&`,
  );
});

it('asks for what a person has chosen only while somebody seems to be signed in', async () => {
  const { chooseClient } = await load();
  chooseClient(acme);
  expect(open('/projects/list', 'locale=de; auth.exp=1')[0]).toBe(
    '/napi/localize?client=Acme&locale=de&detail=fallback',
  );
  expect(window.__early?.client).toBe('Acme');
  expect(open('/auth/login', 'locale=de')[0]).toBe('/napi/localize?locale=de&detail=fallback');
});

it('starts although the browser keeps nothing, or nonsense', () => {
  localStorage.setItem('panel.client', '{');
  expect(open('/', 'auth.exp=1')[0]).toBe('/napi/localize?locale=en&detail=fallback');
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(open('/auth/login')).toEqual(['/napi/localize?locale=en&detail=fallback', '/api/userContext?']);
});

it('names the client when signing in', async () => {
  open('/auth/login?client=Acme');
  const { signIn } = await load();
  const calls = fakeService(() => ({ body: newTokens(900) }));
  await signIn({ username: 'ana@poolkeeper.example', password: 'secret' });
  expect(calls[0]?.body).toEqual({ username: 'ana@poolkeeper.example', password: 'secret', clientName: 'Acme' });
});

it('takes the only client the account sees, as long as it is the only one', async () => {
  const { enter, drop, settleClient, currentClient } = await load();
  enter('17');
  await settleClient([acme], true);
  expect(currentClient()).toBe('Acme');
  await settleClient([acme, beta], true);
  expect(currentClient()).toBe('');
  await settleClient([acme], true);
  drop();
  expect(currentClient()).toBe('');
});

it('keeps the client that was chosen while the account sees it, under its name of today', async () => {
  const { enter, settleClient, chooseClient, currentClient } = await load();
  enter('17');
  chooseClient(beta);
  await settleClient([acme, beta], true);
  expect(currentClient()).toBe('Beta');
  await settleClient([acme, { id: 2, name: 'Beta Ltd' }], true);
  expect(currentClient()).toBe('Beta Ltd');
  await settleClient([acme, { id: 3, name: 'Gamma' }], true);
  expect(currentClient()).toBe('');
});

it('asks for the client that was chosen where there are more than the first page', async () => {
  const { enter, settleClient, chooseClient, currentClient } = await load();
  enter('17');
  chooseClient({ id: 99, name: 'Zeta' });
  let results = [{ id: 99, name: 'Zeta AG' }];
  const calls = fakeService(() => ({ body: { results, totalResults: results.length } }));
  await settleClient([acme, beta], false);
  expect(calls[0]?.path).toBe('/api/client?id=99');
  expect(currentClient()).toBe('Zeta AG');
  results = [];
  await settleClient([acme, beta], false);
  expect(currentClient()).toBe('');
});

it('puts what is chosen before what an address named', async () => {
  open('/projects/list?page=2&client=Beta');
  const { enter, chooseClient, currentClient, onClient } = await load();
  enter('17');
  expect(currentClient()).toBe('Beta');
  const reported = vi.fn();
  onClient(reported);
  chooseClient(acme);
  expect(reported).toHaveBeenCalled();
  expect(currentClient()).toBe('Acme');
  expect(location.search).toBe('?page=2');
  chooseClient();
  expect(currentClient()).toBe('');
});

it('forgets what one person has chosen when another signs in', async () => {
  const { enter, drop, chooseClient, currentClient } = await load();
  enter('17');
  chooseClient(acme);
  drop();
  enter('17');
  expect(currentClient()).toBe('Acme');
  drop();
  enter('18');
  expect(currentClient()).toBe('');
});
