import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from '../providers/cookie';
import type { Mode } from './theme';

const name = 'darkTheme';

const current = (): Mode => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

/** The document's attribute is the one place that says which theme is shown, so it is what is watched. */
const subscribe = (listener: () => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

const show = (mode: Mode) => {
  document.documentElement.dataset['theme'] = mode;
};

/** Shows the theme of the cookie. The service has usually done so before the first paint. */
export const restoreMode = () => {
  const stored = readCookie(name);
  if (stored !== undefined) show(stored === 'true' ? 'dark' : 'light');
};

const setMode = (mode: Mode) => {
  writeCookie(name, String(mode === 'dark'));
  show(mode);
};

/** The theme shown, and the function that changes it for a year. */
export const useMode = () => [useSyncExternalStore(subscribe, current), setMode] as const;
