import { earlyMessages } from './early';
import { readCookie, writeCookie } from './cookie';
import { knowMessages, messagesHeardAt, onMessages } from './messageVersion';

/** The texts of one locale, by key. */
export interface Messages {
  locale: string;
  texts: Record<string, string>;
}

const pollEvery = 8_000;
const lookEvery = 1_000; // a timer of pollEvery would find traffic just before it and wait twice as long
const listeners = new Set<() => void>();
let shown: Messages = { locale: readCookie('locale') ?? (document.documentElement.lang || 'en'), texts: {} };
let etag = '';
let wanted = shown.locale;
let triedAt = Number.NEGATIVE_INFINITY; // by performance.now(), which nobody can set
let isBehind = false;
let running: Promise<void> | undefined;

const publish = (next: Messages) => {
  shown = next;
  document.documentElement.lang = next.locale;
  for (const listener of listeners) listener();
};

const ask = (locale: string, known: string) =>
  fetch(`/napi/localize?locale=${encodeURIComponent(locale)}`, known ? { headers: { 'if-none-match': known } } : {});

const load = async (locale: string, asked: Promise<Response>) => {
  const response = await asked;
  if (locale !== wanted) return; // another language was chosen meanwhile
  if (response.status === 304) {
    knowMessages(versionOf(etag));
    return;
  }
  if (!response.ok) throw new Error(`localize answered ${response.status}`);
  const texts = (await response.json()) as Record<string, string>; // the flat map of GET /napi/localize
  if (locale !== wanted) return;
  etag = response.headers.get('etag') ?? '';
  knowMessages(versionOf(etag));
  publish({ locale, texts });
};

const versionOf = (tag: string) => tag.replace(/^W\//, '').replaceAll('"', '');

/** Loads the texts for the first time. It fails when the service cannot be reached: nothing can be said then. */
export const startMessages = () => load(shown.locale, earlyMessages() ?? ask(shown.locale, ''));

/** Fetches the texts again if they have changed. A failure leaves the texts as they are; the next poll tries again. */
export const refreshMessages = () => {
  if (running) return running;
  triedAt = performance.now();
  isBehind = false;
  running = load(shown.locale, ask(shown.locale, etag))
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
    });
  return running;
};

/** Shows the panel in another language and remembers it. */
export const changeLocale = async (locale: string) => {
  if (locale === wanted) return;
  wanted = locale;
  try {
    await load(locale, ask(locale, ''));
    writeCookie('locale', locale);
  } catch (cause) {
    if (locale === wanted) wanted = shown.locale;
    throw cause;
  }
};

/** Asks when nothing was heard of the texts for a while. A try that failed counts, or a service that is down would be asked at every look. */
const pollIfIdle = () => {
  const now = performance.now();
  const isDue = now - Math.max(messagesHeardAt(), triedAt) >= pollEvery;
  const isIdle = isDue && document.visibilityState === 'visible' && navigator.onLine;
  if (isIdle || (isBehind && now - triedAt >= lookEvery)) void refreshMessages();
};

/** Keeps the texts fresh: when an answer names a new version, and by asking while nothing else is asked. */
export const watchMessages = () => {
  const stop = onMessages(() => {
    isBehind = true;
    pollIfIdle();
  });
  const timer = setInterval(pollIfIdle, lookEvery);
  document.addEventListener('visibilitychange', pollIfIdle);
  return () => {
    stop();
    clearInterval(timer);
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
