import type { Values } from './changes';

/** A form that was not saved: what was changed, and what stood there before. */
export interface Draft {
  at: number;
  version?: number | undefined;
  values: Values;
  base: Values;
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'values' in value && 'base' in value && 'at' in value;

const read = (key: string): Draft | undefined => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined; // a broken draft is no draft
  }
};

const lifetime = 7 * 24 * 3600 * 1000;

/** Drops what nobody came back to: a draft may say of a person what the service has forgotten since. */
export const dropOldDrafts = () => {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('draft.') && Date.now() - (read(key)?.at ?? 0) > lifetime) localStorage.removeItem(key);
  }
};

/** The drafts of one person for one form, kept by this browser until they are saved, given up or a week old. */
export const draftOf = (person: string, resource: string, id: string) => {
  const key = `draft.${person}.${resource}.${id}`;
  return {
    read: () => read(key),
    write: (draft: Draft) => {
      try {
        localStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // A full or forbidden storage must not stop the typing.
      }
    },
    drop: () => localStorage.removeItem(key),
  };
};
