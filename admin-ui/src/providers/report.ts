import { HttpError } from './httpError';
import { lastRequestId } from './requestId';

const atMost = 5; // of one page: a loop must not fill the log
const longestMessage = 2000;
const longestStack = 8000;
const reportedErrors = new Set<string>();

const reported: Error[] = [];
const listeners = new Set<(error: Error) => void>();

/** Tells of every error that is reported, also of those before. */
export const onReport = (listener: (error: Error) => void) => {
  listeners.add(listener);
  reported.forEach(listener);
};

/** Tells the service what has gone wrong here, each thing once. Refusals of the service itself are no news to it. */
export const report = async (error: unknown) => {
  if (error instanceof HttpError || !(error instanceof Error) || error.name === 'AbortError') return;
  const { message, stack = '' } = error;
  if (reportedErrors.has(message) || reportedErrors.size >= atMost) return;
  reportedErrors.add(message);
  reported.push(error);
  for (const listener of listeners) listener(error);
  await fetch('/api/clientError', {
    method: 'POST',
    keepalive: true, // the page may be going
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      message: message.slice(0, longestMessage) || error.name,
      stack: stack.slice(0, longestStack),
      route: location.pathname,
      requestId: lastRequestId(),
    }),
  }).catch(() => undefined); // what cannot be told is not worth another error
};
