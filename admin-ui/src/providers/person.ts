import { queryClient } from './queryClient';
import { currentSession, onSession } from './session';
import { store } from './store';

const key = 'panel.person';

/** What is kept beside the store. Drafts have their person in their name. */
const sharedKeys = ['panel.first', 'panel.recent', 'panel.client'];

let here: string | undefined;

const welcome = (person: string) => {
  if (here !== undefined && here !== person) queryClient.clear();
  here = person;
  if (localStorage.getItem(key) === person) return;
  localStorage.setItem(key, person);
  store.reset();
  for (const name of sharedKeys) localStorage.removeItem(name);
};

/**
 * Forgets what one person has read and set as soon as another one signs in, in whichever tab: a session that simply ends
 * leaves everything behind.
 */
export const clearOnUserChange = () =>
  onSession(() => {
    const session = currentSession();
    if (session.state === 'in') welcome(session.claims.sub);
  });
