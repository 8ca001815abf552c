import { HttpError } from './providers/http';

const atMost = 5; // of one page: a loop must not fill the log
const longestMessage = 2000;
const longestStack = 8000;
const told = new Set<string>();

/** Tells the service what has gone wrong here, each thing once. Refusals of the service itself are no news to it. */
export const report = async (error: unknown) => {
  if (error instanceof HttpError || !(error instanceof Error) || error.name === 'AbortError') return;
  const { message, stack = '' } = error;
  if (told.has(message) || told.size >= atMost) return;
  told.add(message);
  await fetch('/api/clientError', {
    method: 'POST',
    keepalive: true, // the page may be going
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      message: message.slice(0, longestMessage) || error.name,
      stack: stack.slice(0, longestStack),
      route: location.pathname,
    }),
  }).catch(() => undefined); // what cannot be told is not worth another error
};
