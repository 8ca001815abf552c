/** Where errors and replays go besides the service's own log; '' for nowhere. */
const address = () => document.querySelector<HTMLMetaElement>('meta[name="sentry-dsn"]')?.content ?? '';

let sentry: Promise<typeof import('./sentry')> | undefined;

/** Begins to send errors, and replays of some sessions, to Sentry, where an address of it is set. */
export const loadMonitor = async () => {
  const dsn = address();
  if (sentry || !URL.canParse(dsn)) return;
  sentry = import('./sentry');
  await (await sentry).startSentry(dsn);
};

/** Ends the replay of this page: from here on somebody acts as another. */
export const stopReplay = async () => (await sentry)?.stopReplay();
