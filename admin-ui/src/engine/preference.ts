import { request } from '../providers/http';
import { HttpError } from '../providers/httpError';

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

/** What was kept; or what to say of what failed, and the failure itself. */
type Outcome<T> = { kept: T } | { problem: string; error: unknown };

type Read<T> = Awaited<ReturnType<typeof readPreference<T>>>;

/** Changes what the service keeps. What another window puts there at the same moment stays: the change is made again on it. */
export const storePreference = async <T>(key: string, onto: (stored: T | null) => T): Promise<Outcome<T>> => {
  let error: unknown;
  for (let left = tries; left > 0; left -= 1) {
    let stored: Read<T>;
    try {
      stored = await readPreference<T>(key);
    } catch (unread) {
      return { problem: 'panel.preference.unread', error: unread };
    }
    const updated = onto(stored.value);
    try {
      await request('PUT', pathOf(key), { body: { value: updated }, headers: { 'if-match': stored.tag } });
      return { kept: updated };
    } catch (refused) {
      error = refused;
      if (!(error instanceof HttpError && error.code === 'STALE_VERSION')) break;
    }
  }
  return { problem: 'panel.preference.failed', error };
};
