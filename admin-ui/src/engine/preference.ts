import { HttpError, request } from '../providers/http';

/** A change of what a person set: the members that become others, or what becomes of those there are. */
export type Change<T> = Partial<T> | ((now: T) => Partial<T>);

/** A value after a change. */
export const changed = <T>(now: T, change: Change<T>): T => ({
  ...now,
  ...(typeof change === 'function' ? change(now) : change),
});

const pathOf = (key: string) => `/api/preference/${key}`;

/** What the service keeps under a key, and the tag that names it. */
export const readPreference = async <T>(key: string) => {
  const { data, headers } = await request<{ value: T | null }>('GET', pathOf(key));
  return { value: data.value, tag: headers.get('etag') ?? '*' };
};

/** How often another window may be faster before we give up. */
const tries = 5;

type Outcome<T> = { kept: T } | { problem: string };

/** Changes what the service keeps. What another window puts there at the same moment stays: the change is made again on it. */
export const keepPreference = async <T>(key: string, onto: (stored: T | null) => T): Promise<Outcome<T>> => {
  for (let left = tries; left > 0; left -= 1) {
    const stored = await readPreference<T>(key).catch(() => undefined);
    if (!stored) return { problem: 'panel.preference.unread' };
    const kept = onto(stored.value);
    const isKept = await put(key, kept, stored.tag).catch(() => undefined);
    if (isKept) return { kept };
    if (isKept === undefined) break;
  }
  return { problem: 'panel.preference.failed' };
};

/** Whether the value was kept, or is no longer the one to replace. */
const put = async (key: string, value: unknown, tag: string) => {
  try {
    await request('PUT', pathOf(key), { body: { value }, headers: { 'if-match': tag } });
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'STALE_VERSION') return false;
    throw error;
  }
};
