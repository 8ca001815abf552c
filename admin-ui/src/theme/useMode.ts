import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from '../providers/cookie';
import type { Mode } from './theme';

const name = 'darkTheme';
const listeners = new Set<() => void>();

const current = (): Mode => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const show = (mode: Mode) => {
  document.documentElement.dataset['theme'] = mode;
  for (const listener of listeners) listener();
};

/** Shows the theme of the cookie. The service has usually done so before the first paint. */
export const restoreMode = () => {
  const kept = readCookie(name);
  if (kept !== undefined) show(kept === 'true' ? 'dark' : 'light');
};

const setMode = (mode: Mode) => {
  writeCookie(name, String(mode === 'dark'));
  show(mode);
};

/** The theme shown, and the function that changes it for a year. */
export const useMode = () => [useSyncExternalStore(subscribe, current), setMode] as const;
