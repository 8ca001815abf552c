import { onSession, currentSession } from './session';

const key = 'panel.viewAs'; // index.html reads it too

/** The role as which this tab shows the panel; empty for one's own. */
export const viewedRole = () => sessionStorage.getItem(key) ?? '';

/** What every call says of it, so that the service answers as that role is answered and changes nothing. */
export const viewHeaders = (): Record<string, string> => {
  const role = viewedRole();
  return role ? { 'x-view-as': role } : {};
};

/** Starts the panel anew as a role sees it; without one, as oneself. */
export const viewAs = (role = '') => {
  if (role) sessionStorage.setItem(key, role);
  else sessionStorage.removeItem(key);
  location.assign('/dashboard');
};

/** Ends the view of a role with the session: the next person in this tab begins as themselves. */
export const endViewWithSession = () =>
  onSession(() => {
    if (currentSession().state === 'out') sessionStorage.removeItem(key);
  });
