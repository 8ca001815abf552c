import type { ClientName } from './clients';
import { request } from './http';
import { currentSession, onSession } from './session';

/** The name under which both stores of the browser keep a client: for this tab what an address named, else what the person has. */
const key = 'panel.client';

/** What is kept for the person: the client that was chosen, or the only one the account sees. */
interface StoredClient extends ClientName {
  isOnly?: boolean;
}

const listeners = new Set<() => void>();

/** The client that is kept for the person; undefined means our own texts. */
const storedClient = (): StoredClient | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as StoredClient | null) ?? undefined; // written below
  } catch {
    return undefined;
  }
};

/**
 * The name of the client whose texts and sign-in hold; empty for our own. What an address named comes first: the page puts it
 * into the tab before this script has loaded. What is kept for a person holds while the person is signed in.
 */
export const currentClient = () =>
  sessionStorage.getItem(key) || (currentSession().state !== 'out' && storedClient()?.name) || '';

const storeClient = (client: StoredClient | undefined) => {
  if (client) localStorage.setItem(key, JSON.stringify(client));
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
};

/** Takes the client a person chose, or our own texts. It takes the place of what an address named before. */
export const chooseClient = (client?: ClientName) => {
  sessionStorage.removeItem(key);
  const here = new URL(location.href);
  if (here.searchParams.has('client')) {
    here.searchParams.delete('client'); // or the next load of the page would name it again
    history.replaceState(history.state, '', here);
  }
  storeClient(client);
};

/**
 * Takes the only client the account sees; else the one chosen stays while the account sees it, under its name of today.
 * `seen` may be the first of many.
 */
export const settleClient = async (seen: ClientName[], isAll: boolean) => {
  const [only] = seen;
  if (isAll && only && seen.length === 1) return storeClient({ ...only, isOnly: true });
  const stored = storedClient();
  if (!stored) return undefined;
  if (stored.isOnly) return storeClient(undefined);
  const found = seen.find(({ id }) => id === stored.id);
  if (found || isAll) return storeClient(found);
  const { data } = await request<{ results: ClientName[] }>('GET', `/api/client?id=${stored.id}`);
  return storeClient(data.results[0]);
};

/** Tells when another client may hold: one is chosen, or somebody signs in or out. */
export const onClient = (listener: () => void) => {
  listeners.add(listener);
  const stop = onSession(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
};
