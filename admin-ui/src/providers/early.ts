import type { Refused, Tokens } from './session';
import { track } from './traffic';

/** What the page began to fetch before this script had loaded. Every answer is used once. */
interface Early {
  /** The client whose texts and context it asked for; empty for our own. */
  client?: string;
  messages?: Promise<Response>;
  context?: Promise<Response>;
  token?: Promise<Partial<Tokens> & Refused>;
  /** The answer of each address; null once the panel has asked for it, so that the page does not ask for it any more. */
  gets?: Record<string, Promise<Response> | null>;
}

declare global {
  interface Window {
    __early?: Early;
  }
}

/** Takes the messages the page asked for, if they are those of the client. */
export const earlyMessages = (client: string) => popOfClient(client, 'messages');
/** Takes the session context the page asked for, if it is that of the client. */
export const earlyContext = (client: string) => popOfClient(client, 'context');
/** Takes the tokens the page asked for; undefined when nobody seemed to be signed in. */
export const earlyToken = () => pop('token');

/** Takes the answer to a GET the page has sent, if it has. From then on it counts as a call that runs. */
export const earlyGet = (url: string) => {
  const gets = window.__early?.gets;
  const found = gets?.[url] ?? undefined;
  if (gets) gets[url] = null;
  return found?.finally(track());
};

/** The addresses of the GETs the page has sent: that of the metadata, then that of the list where it shows one. */
export const earlyUrls = () => Object.keys(window.__early?.gets ?? {});

const popOfClient = (client: string, name: 'messages' | 'context') =>
  (window.__early?.client ?? '') === client ? pop(name) : undefined;

const pop = <K extends 'messages' | 'context' | 'token'>(name: K): Early[K] => {
  const found = window.__early?.[name];
  if (window.__early) delete window.__early[name];
  return found;
};

const storeKey = 'panel.first';
const mostStored = 10;

/**
 * Remembers which list an address asks for, so that the page can ask for it at once the next time. What it has asked for this
 * time and nobody took is out of date from now on.
 */
export const rememberFirst = (address: string, url: string) => {
  const gets = window.__early?.gets ?? {};
  for (const wanted of Object.keys(gets)) gets[wanted] = null;
  const known = readFirst().filter(([at]) => at !== address);
  localStorage.setItem(storeKey, JSON.stringify([[address, url], ...known].slice(0, mostStored)));
};

const readFirst = (): [string, string][] => {
  try {
    return JSON.parse(localStorage.getItem(storeKey) ?? '[]') as [string, string][]; // written above
  } catch {
    return [];
  }
};
