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

/** The drafts of one person for one form, kept by this browser until they are saved or given up. */
export const draftOf = (person: string, resource: string, id: string) => {
  const key = `draft.${person}.${resource}.${id}`;
  return {
    read: (): Draft | undefined => {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return isDraft(kept) ? kept : undefined;
      } catch {
        return undefined; // a broken draft is no draft
      }
    },
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
