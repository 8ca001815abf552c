import type { Text } from '../../providers/content';
import { HttpError, type Saying } from '../../providers/httpError';
import { type Cell, type Change, Conflict } from './calls';

/** How a text that was typed fares. One that failed is kept by the browser until it is saved or given up. */
export interface Work extends Change {
  status: 'saving' | 'saved' | 'failed';
  /** Why it failed, in the words of the service. */
  sayings: Saying[];
  /** The service was not reached, so it is tried again by itself. */
  isTransient?: boolean;
  /** Somebody else wrote meanwhile: what stands there now, null when nothing does. */
  current?: Text | null;
}

export const cellId = ({ client, locale, messageKey }: Cell) => `${client} ${locale} ${messageKey}`;

/** Where texts that are not saved yet are kept. */
interface Storage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
}

interface Means {
  person: string;
  save: (change: Change) => Promise<Text>;
  storage?: Storage;
}

const isWork = (value: unknown): value is Work =>
  typeof value === 'object' && value !== null && 'messageKey' in value && 'value' in value && 'locale' in value;

/** What was kept when the page went. What was on its way then may or may not have arrived: it is sent again. */
const restored = (storage: Storage, at: string): [string, Work][] => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(at) ?? '[]');
    return (Array.isArray(stored) ? stored.filter(isWork) : []).map(work => [
      cellId(work),
      {
        ...work,
        status: 'failed',
        isTransient: work.status === 'saving' || work.isTransient === true,
        sayings: work.sayings ?? [],
      },
    ]);
  } catch {
    return []; // what cannot be read is nothing
  }
};

const failed = (work: Work, error: unknown): Work => {
  if (error instanceof Conflict) {
    return { ...work, status: 'failed', sayings: [], current: error.current ?? null };
  }
  const known = error instanceof HttpError ? error : undefined;
  return {
    ...work,
    status: 'failed',
    sayings: known?.sayings ?? [{ key: 'error.generic', params: {} }],
    isTransient: known?.isTransient ?? false,
  };
};

/** The texts somebody has typed and the service may not have yet. */
export const createDesk = ({ person, save, storage = localStorage }: Means) => {
  const at = `texts.${person}`;
  const listeners = new Set<() => void>();
  let isRetrying = false;
  const savers = new Set<(text: Text, change: Change) => void>();
  let works: ReadonlyMap<string, Work> = new Map(restored(storage, at));

  const set = (change: (next: Map<string, Work>) => void) => {
    const next = new Map(works);
    change(next);
    works = next;
    try {
      storage.setItem(at, JSON.stringify([...next.values()].filter(({ status }) => status !== 'saved')));
    } catch {
      // A full or forbidden storage must not stop the typing.
    }
    for (const listener of listeners) listener();
  };

  /** Whether the work of a cell is still the one that was sent: one may have typed on. */
  const isLatest = (id: string, work: Work) => works.get(id) === work;

  const send = async (change: Change) => {
    const { current: _, ...plain } = change as Work; // what stood in the way of an earlier try is settled
    const work: Work = { ...plain, status: 'saving', sayings: [], isTransient: false };
    const id = cellId(change);
    set(next => next.set(id, work));
    try {
      const text = await save(change);
      if (isLatest(id, work)) set(next => next.set(id, { ...work, status: 'saved' }));
      for (const saver of savers) saver(text, change);
    } catch (error) {
      if (isLatest(id, work)) set(next => next.set(id, failed(work, error)));
    }
  };

  return {
    works: () => works,
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Tells of every text the service has taken. */
    onSaved: (saver: (text: Text, change: Change) => void) => {
      savers.add(saver);
      return () => void savers.delete(saver);
    },
    send,
    /** Gives a text up. */
    drop: (cell: Cell) => set(next => next.delete(cellId(cell))),
    /** Gives a text up for what somebody else wrote meanwhile. */
    takeTheirs: (cell: Cell) => {
      const work = works.get(cellId(cell));
      set(next => next.delete(cellId(cell)));
      if (work?.current) for (const saver of savers) saver(work.current, work);
    },
    /** Forgets what was saved; its marks have been seen. */
    forgetSaved: () => {
      const saved = [...works].filter(([, { status }]) => status === 'saved');
      if (saved.length === 0) return;
      set(next => {
        for (const [id] of saved) next.delete(id);
      });
    },
    /** Sends again what did not reach the service: one after the other, and no further when it still cannot be reached. */
    retry: async () => {
      if (isRetrying) return;
      isRetrying = true;
      for (const [id, work] of works) {
        if (work.status !== 'failed' || !work.isTransient || works.get(id) !== work) continue;
        await send(work);
        if (works.get(id)?.isTransient) break;
      }
      isRetrying = false;
    },
  };
};

export type Desk = ReturnType<typeof createDesk>;
