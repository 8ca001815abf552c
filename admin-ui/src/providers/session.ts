import type { Tokens as Answered } from '../generated/answers';
import { claimsOf, type Claims } from './claims';
import { readCookie } from './cookie';

/**
 * Before sign-in was tried, as long as the service does not say whether somebody is signed in, signed in, or not. `ended` is why a
 * session is over that somebody was at; it is missing for who has left, or was not signed in.
 */
type Session =
  | { state: 'unknown' }
  | { state: 'unreachable' }
  | { state: 'out'; ended?: SessionEnd }
  | { state: 'in'; claims: Claims };

/** Why a session is over, as the sign-in page says it. */
type SessionEnd = (typeof sessionEnds)[number];

const sessionEnds = ['ranOut', 'elsewhere', 'password', 'account', 'reused', 'unknown'] as const;

/** What the service calls an end, and how that is said. */
const endOf: Record<string, SessionEnd> = {
  ranOut: 'ranOut',
  'auth.logout': 'elsewhere',
  'session.end': 'elsewhere',
  'session.endAll': 'elsewhere',
  'auth.backchannelLogout': 'elsewhere',
  'identity.drop': 'elsewhere',
  'password.change': 'password',
  'password.oneTime': 'password',
  account: 'account',
  'auth.refreshReuse': 'reused',
};

/** What the service says of a refresh that it refuses. */
export interface Refused {
  details?: { ended?: string } | null;
}

const endIn = (refused: Refused | undefined): SessionEnd => endOf[refused?.details?.ended ?? ''] ?? 'unknown';

/** What counts of a sign-in or a refresh. The lifetime is in seconds and counts from the answer. */
export type Tokens = Pick<Answered, 'access_token' | 'expires_in'>;

type Outcome = 'renewed' | 'ended' | 'unreachable';
type Word = { kind: 'token'; tokens: Tokens } | { kind: 'out'; ended?: SessionEnd };

/*
 * Every duration here is measured by performance.now(), which nobody can set: the clock of the computer may be wrong by
 * minutes or jump, and `exp` is the service's time.
 */
const refreshAhead = 300_000;
const retryAfter = 15_000;
const refreshGap = 10_000;
const overAhead = 5_000;
const longestTimer = 2 ** 31 - 1;
const lockName = 'auth.refresh';

const listeners = new Set<() => void>();
let session: Session = { state: 'unknown' };
let token = '';
let overAt = 0;
let requestedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<Outcome> | undefined;

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('auth');
channel?.addEventListener('message', ({ data }: MessageEvent<Word>) =>
  data.kind === 'token' ? applyTokens(data.tokens) : forget(data.ended ?? 'elsewhere'),
);

const publish = (next: Session) => {
  session = next;
  for (const listener of listeners) listener();
};

const schedule = (delay: number) => {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(token), Math.min(Math.max(delay, 0), longestTimer));
};

const applyTokens = ({ access_token, expires_in }: Tokens) => {
  token = access_token;
  overAt = performance.now() + expires_in * 1000;
  schedule(expires_in * 1000 - refreshAhead);
  publish({ state: 'in', claims: claimsOf(access_token) });
};

const forget = (ended?: SessionEnd) => {
  token = '';
  requestedAt = Number.NEGATIVE_INFINITY; // whoever signs in next has not asked yet
  clearTimeout(timer);
  if (session.state !== 'out') publish(ended ? { state: 'out', ended } : { state: 'out' });
};

/** Takes the token of a sign-in or a refresh, for this tab and all others. */
export const adopt = (tokens: Tokens) => {
  applyTokens(tokens);
  channel?.postMessage({ kind: 'token', tokens } satisfies Word);
};

/** Drops the token in all tabs, where it says why; who has left is not told. The cookie is the service's to clear. */
export const drop = (ended?: SessionEnd) => {
  forget(ended);
  channel?.postMessage({ kind: 'out', ...(ended && { ended }) } satisfies Word);
};

const requestToken = async (): Promise<Outcome> => {
  const headers = { 'x-requested-with': 'admin-panel', 'content-type': 'application/json' };
  requestedAt = performance.now();
  const response = await fetch('/api/refreshToken', { method: 'POST', headers, body: '{}' }).catch(() => undefined);
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable';
  if (!response.ok) {
    drop(endIn((await response.json().catch(() => undefined)) as Refused | undefined));
    return 'ended';
  }
  const tokens = (await response.json().catch(() => undefined)) as Tokens | undefined; // POST /api/refreshToken, or a proxy's page
  if (!tokens?.access_token) return 'unreachable';
  adopt(tokens);
  return 'renewed';
};

const locked = <T>(work: () => Promise<T>) =>
  // Browsers give locks to secure pages only; without them the service's grace of 10 s keeps the tabs apart.
  navigator.locks ? navigator.locks.request(lockName, work) : work();

/** How long it is still too early to ask for another token. */
const leftOfGap = () => Math.max(0, requestedAt + refreshGap - performance.now());

const gapOver = () => {
  const left = leftOfGap();
  return left === 0 ? Promise.resolve() : new Promise<void>(done => setTimeout(done, left));
};

const renew = (used: string) => {
  running ??= gapOver()
    .then(() => locked(async (): Promise<Outcome> => (token !== used ? 'renewed' : requestToken())))
    .then(outcome => {
      if (outcome === 'unreachable' && session.state !== 'out') schedule(retryAfter);
      return outcome;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
};

/** Gets a new token unless another call or tab has just done so; at most one in ten seconds, so it may have to wait. False means that nobody is signed in any more. */
export const renewSession = async (used: string) => (await renew(used)) === 'renewed';

/** The token to call with; empty when nobody is signed in. A token about to expire is renewed first, unless that has just been tried. */
export const accessToken = async () => {
  if (session.state === 'in' && performance.now() > overAt - overAhead && leftOfGap() === 0) await renew(token);
  return token;
};

/** Signs in again after a reload, from the cookie. `early` is the refresh the page itself has begun; it is not asked twice. */
export const restoreSession = async (early?: Promise<Partial<Tokens> & Refused>) => {
  if (!early && readCookie('auth.exp') === undefined) return forget();
  const outcome = early ? await adoptEarly(early) : await renew(token);
  if (outcome === 'ended') forget();
  if (outcome !== 'unreachable') return;
  publish({ state: 'unreachable' });
  schedule(retryAfter);
};

const adoptEarly = async (early: Promise<Partial<Tokens> & Refused>): Promise<Outcome> => {
  requestedAt = performance.now();
  const tokens = await early.catch(() => undefined);
  if (!tokens) return 'unreachable';
  const { access_token, expires_in } = tokens;
  if (!access_token || !expires_in) {
    forget(endIn(tokens));
    return 'ended';
  }
  adopt({ access_token, expires_in });
  return 'renewed';
};

/** Who is signed in. */
export const currentSession = () => session;

/** Tells when somebody signs in or out, or a token is renewed. */
export const onSession = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
