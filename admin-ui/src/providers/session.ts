import { claimsOf, type Claims } from './claims';
import { readCookie } from './cookie';

/** Before sign-in was tried, signed in, or not. */
export type Session = { state: 'unknown' } | { state: 'out' } | { state: 'in'; claims: Claims };

type Outcome = 'renewed' | 'ended' | 'unreachable';
type Word = { kind: 'token'; token: string } | { kind: 'out' };

const refreshAhead = 300_000;
const retryAfter = 15_000;
const longestTimer = 2 ** 31 - 1;
const lockName = 'auth.refresh';

const listeners = new Set<() => void>();
let session: Session = { state: 'unknown' };
let token = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<Outcome> | undefined;

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('auth');
channel?.addEventListener('message', ({ data }: MessageEvent<Word>) =>
  data.kind === 'token' ? take(data.token) : forget(),
);

const publish = (next: Session) => {
  session = next;
  for (const listener of listeners) listener();
};

const schedule = (delay: number) => {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(token), Math.min(Math.max(delay, 0), longestTimer));
};

const take = (fresh: string) => {
  const claims = claimsOf(fresh);
  token = fresh;
  schedule(claims.exp * 1000 - refreshAhead - Date.now());
  publish({ state: 'in', claims });
};

const forget = () => {
  token = '';
  clearTimeout(timer);
  if (session.state !== 'out') publish({ state: 'out' });
};

/** Takes the token of a sign-in or a refresh, for this tab and all others. */
export const adopt = (fresh: string) => {
  take(fresh);
  channel?.postMessage({ kind: 'token', token: fresh } satisfies Word);
};

/** Drops the token in all tabs. The cookie is the service's to clear. */
export const drop = () => {
  forget();
  channel?.postMessage({ kind: 'out' } satisfies Word);
};

const askForToken = async (): Promise<Outcome> => {
  const headers = { 'x-requested-with': 'admin-panel', 'content-type': 'application/json' };
  const response = await fetch('/api/refreshToken', { method: 'POST', headers, body: '{}' }).catch(() => undefined);
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable';
  if (!response.ok) {
    drop();
    return 'ended';
  }
  const { access_token } = (await response.json()) as { access_token: string }; // domain of POST /api/refreshToken
  adopt(access_token);
  return 'renewed';
};

const locked = <T>(work: () => Promise<T>) =>
  // Browsers give locks to secure pages only; without them the service's grace of 10 s keeps the tabs apart.
  navigator.locks ? navigator.locks.request(lockName, work) : work();

const renew = (used: string) => {
  running ??= locked(async (): Promise<Outcome> => (token !== used ? 'renewed' : askForToken()))
    .then(outcome => {
      if (outcome === 'unreachable' && session.state === 'in') schedule(retryAfter);
      return outcome;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
};

/** Gets a new token unless another call or tab has just done so. False means that nobody is signed in any more. */
export const renewSession = async (used: string) => (await renew(used)) === 'renewed';

/** The token to call with; empty when nobody is signed in. A token about to expire is renewed first. */
export const accessToken = async () => {
  if (session.state === 'in' && session.claims.exp * 1000 - Date.now() < 5_000) await renew(token);
  return token;
};

/** Signs in again after a reload, from the cookie. `early` is the refresh the page itself has begun. */
export const restoreSession = async (early?: Promise<string>) => {
  const begun = await early?.catch(() => '');
  if (begun) adopt(begun);
  else if (readCookie('auth.exp') === undefined || (await renew(token)) !== 'renewed') forget();
};

/** Who is signed in. */
export const currentSession = () => session;

/** Tells when somebody signs in or out, or a token is renewed. */
export const onSession = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
