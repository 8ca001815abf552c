import { currentClient, onClient } from './client';
import { earlyMessages } from './early';
import { readCookie, writeCookie } from './cookie';
import { HttpError } from './httpError';
import { knowMessages, messagesChangedAt, onMessages } from './messageVersion';

/** The texts of one locale, by key. */
export interface Messages {
  locale: string;
  texts: Record<string, string>;
  /** The language of the texts that stand in for missing ones and are inflected otherwise, by key. */
  borrowed?: Record<string, string>;
  /** These are the texts of the first screen alone; `allMessages` fetches the others. */
  hasMore?: boolean;
}

/** Whose texts, in which language. */
interface Place {
  locale: string;
  client: string;
}

const pollEvery = 1_500;
const restEvery = 8_000; // once nobody has had a hand on the panel for restAfter
const restAfter = 600_000;
const lookEvery = 500; // a timer of pollEvery would find traffic just before it and wait twice as long
const gap = 1_000; // between two tries, whatever they are for
const hands = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

const listeners = new Set<() => void>();
let shown: Messages = { locale: readCookie('locale') ?? (document.documentElement.lang || 'en'), texts: {} };
let wanted: Place = { locale: shown.locale, client: '' };
let place = wanted; // of what is shown
let etag = ''; // a version of all texts, so it says something only about the place it came from
let triedAt = Number.NEGATIVE_INFINITY; // by performance.now(), which nobody can set
let handAt = 0;
let isBehind = false;
let running: Promise<void> | undefined;

const publish = (next: Messages) => {
  shown = next;
  document.documentElement.lang = next.locale;
  for (const listener of listeners) listener();
};

const fetchMessages = ({ locale, client }: Place, known = '') => {
  const query = new URLSearchParams({ ...(client && { client }), locale, detail: 'fallback' });
  return fetch(`/napi/localize?${query}`, known ? { headers: { 'if-none-match': known } } : {}).catch(() => {
    throw new HttpError(0, { code: 'NETWORK', messages: ['error.network'] });
  });
};

const load = async (of: Place, requested: Promise<Response>) => {
  const response = await requested;
  if (of !== wanted) return; // another language or client was chosen meanwhile
  if (response.status === 304) {
    knowMessages(versionOf(etag));
    return;
  }
  if (!response.ok) {
    const requestId = response.headers.get('x-request-id') ?? '';
    throw new HttpError(response.status, { messages: ['error.unavailable'], requestId });
  }
  const found = opened((await response.json()) as Detailed | Record<string, string>); // what GET /napi/localize answers
  if (of !== wanted) return;
  place = of;
  etag = response.headers.get('etag') ?? '';
  knowMessages(versionOf(etag));
  publish({ locale: of.locale, ...found });
};

interface Detailed {
  messages: Record<string, string>;
  fallbacks: Record<string, string[]>;
  more?: boolean;
}

/** Reads either form of the answer: a copy of the service that is older answers the flat one. */
const opened = (answer: Detailed | Record<string, string>): Omit<Messages, 'locale'> => {
  if (typeof answer['messages'] !== 'object') return { texts: answer as Record<string, string> };
  const { messages, fallbacks, more } = answer as Detailed;
  const pairs = Object.entries(fallbacks).flatMap(([locale, keys]) => keys.map(key => [key, locale] as const));
  return {
    texts: messages,
    ...(pairs.length > 0 && { borrowed: Object.fromEntries(pairs) }),
    ...(more && { hasMore: true }),
  };
};

const versionOf = (tag: string) => tag.replace(/^W\//, '').replaceAll('"', '');

/** Loads the texts for the first time. It fails when the service cannot be reached: nothing can be said then. */
export const startMessages = () => {
  wanted = { ...wanted, client: currentClient() };
  return load(wanted, earlyMessages(wanted.client) ?? fetchMessages(wanted));
};

const fetchAll = () => {
  if (running) return running;
  triedAt = performance.now();
  isBehind = false;
  running = load(wanted, fetchMessages(wanted, wanted === place && !shown.hasMore ? etag : '')).finally(() => {
    running = undefined;
  });
  return running;
};

/** Fetches the texts again if they have changed. A failure leaves the texts as they are; the next poll tries again. */
export const refreshMessages = () => fetchAll().catch(() => undefined);

/** Fetches the texts that the first screen does without, once. It fails as `startMessages` does. */
export const allMessages = async () => {
  while (shown.hasMore) await fetchAll(); // once more where another language was chosen meanwhile
};

const show = (next: Place) => {
  triedAt = performance.now();
  wanted = next;
  return load(next, fetchMessages(next));
};

/** Shows the texts of the client that holds now. When they cannot be had, the next look asks for them again. */
const followClient = () => {
  const client = currentClient();
  if (client !== wanted.client) show({ ...wanted, client }).catch(() => undefined);
};

/** Shows the panel in another language and remembers it. */
export const changeLocale = async (locale: string) => {
  if (locale === wanted.locale) return;
  const next = { ...wanted, locale };
  try {
    await show(next);
    writeCookie('locale', locale);
  } catch (cause) {
    if (wanted === next) wanted = place;
    followClient();
    throw cause;
  }
};

/** Asks when nothing was heard of the texts for a while. A try that failed counts, or a service that is down would be asked at every look. */
const pollIfIdle = () => {
  const now = performance.now();
  const every = now - handAt < restAfter ? pollEvery : restEvery;
  const isDue = now - Math.max(messagesChangedAt(), triedAt) >= every;
  const isIdle = isDue && document.visibilityState === 'visible' && navigator.onLine;
  const isLate = (isBehind || wanted !== place) && now - triedAt >= gap;
  if (isIdle || isLate) void refreshMessages();
};

const noticeHand = () => {
  handAt = performance.now();
};

/** Keeps the texts fresh: when an answer names a new version, and by asking while nothing else is asked. */
export const watchMessages = () => {
  const stop = onMessages(() => {
    isBehind = true;
    pollIfIdle();
  });
  const leave = onClient(followClient);
  const timer = setInterval(pollIfIdle, lookEvery);
  noticeHand();
  for (const hand of hands) addEventListener(hand, noticeHand, { capture: true, passive: true });
  document.addEventListener('visibilitychange', pollIfIdle);
  return () => {
    stop();
    leave();
    clearInterval(timer);
    for (const hand of hands) removeEventListener(hand, noticeHand, { capture: true });
    document.removeEventListener('visibilitychange', pollIfIdle);
  };
};

/** The texts that are shown. */
export const currentMessages = () => shown;

/** Tells when other texts are shown. */
export const onTexts = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
