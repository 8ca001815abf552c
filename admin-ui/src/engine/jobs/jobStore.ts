import { useSyncExternalStore } from 'react';

interface State {
  /** The job whose dialog is open. */
  opened: string | undefined;
  /** Jobs whose end is news: their dialog was closed before. */
  watched: ReadonlySet<string>;
}

let state: State = { opened: undefined, watched: new Set() };
const listeners = new Set<() => void>();

const set = (change: Partial<State>) => {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
};

/** Shows the dialog of a job, whoever has started it. */
export const openJob = (id: string) => set({ opened: id, watched: new Set([...state.watched, id]) });

/** Closes it. The job goes on. */
export const closeJob = () => set({ opened: undefined });

/** Takes the end of a job for news. */
export const watchJob = (id: string) => {
  if (!state.watched.has(id)) set({ watched: new Set([...state.watched, id]) });
};

/** Notes that a person has seen how a job ended. */
export const seenJob = (id: string) => {
  if (state.watched.has(id)) set({ watched: new Set([...state.watched].filter(each => each !== id)) });
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Which job is open and which are watched. */
export const useJobStore = () => useSyncExternalStore(subscribe, () => state);
