import { useDeferredValue } from 'react';
import type { Saved } from '../useRecordSaved';

/** How many rows can be in sight at once; a tall screen shows fewer. */
const inSight = 30;

/**
 * The rows to draw of a page: at once those that can be in sight, the others as soon as these are painted, which takes as long
 * again for each thirty. Until then those of the page before stand there; `isWhole` says when all have come.
 */
export const useInSightFirst = (page: Saved[] | undefined) => {
  const later = useDeferredValue(page, undefined);
  if (!page || page.length <= inSight || later === page) return { rows: page, isWhole: true };
  const first = page.slice(0, inSight);
  const ids = new Set(first.map(record => record.id));
  const rest = later?.slice(inSight).filter(record => !ids.has(record.id)) ?? [];
  return { rows: [...first, ...rest], isWhole: false };
};
