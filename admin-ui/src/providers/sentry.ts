import { captureException, getDefaultIntegrations, init, makeFetchTransport, setUser } from '@sentry/browser';
import { lastRequestId } from './requestId';
import { currentSession, onSession } from './session';
import { viewedRole } from './viewAs';
import { onReport } from './report';

/** Of the sessions, this share is replayed. */
const replayed = 0.2;

/** Of what Sentry brings by itself. The others would send what is not reported, or say more of the person and the page. */
const wanted = new Set(['LinkedErrors', 'Dedupe']);

/** Takes out of every address what people have filtered by. */
const withoutFilters = (text: string) => text.replace(/(https?:\/\/[^"\\?\s]+)\?[^"\\\s]*/g, '$1');

const cleaned = (payload: unknown): unknown => {
  if (typeof payload === 'string') return withoutFilters(payload);
  return payload instanceof Uint8Array ? payload : JSON.parse(withoutFilters(JSON.stringify(payload)));
};

const transport: typeof makeFetchTransport = options => {
  const { send, flush } = makeFetchTransport(options);
  return {
    flush,
    send: ([headers, items]) =>
      send([headers, items.map(([header, payload]) => [header, cleaned(payload)])] as Parameters<typeof send>[0]), // of the same kind
  };
};

let stop: (() => Promise<void>) | undefined;

/** Sends what the page reports, without what somebody has typed or is called, and a replay of every fifth session. */
export const startSentry = async (dsn: string) => {
  init({
    dsn,
    transport,
    sendClientReports: false,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    defaultIntegrations: getDefaultIntegrations({}).filter(({ name }) => wanted.has(name)),
    replaysSessionSampleRate: 1, // drawn here, before what records is fetched
  });
  onReport(error => captureException(error, { tags: { requestId: lastRequestId() } }));
  setSentryUser();
  onSession(setSentryUser);
  if (Math.random() < replayed && !viewedRole()) {
    const { startReplay } = await import('./replay');
    stop = startReplay();
  }
};

const setSentryUser = () => {
  const session = currentSession();
  setUser(session.state === 'in' ? { id: session.claims.sub } : null);
};

/** Ends the replay of this page, if there is one. */
export const stopReplay = async () => stop?.();
