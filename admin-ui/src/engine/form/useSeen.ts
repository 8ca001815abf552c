import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { currentOf } from './useSave';

type Seen = Record<string, unknown>;

/**
 * The record that a deed stands on: the one it was opened with, and once the service says that somebody else has saved it
 * meanwhile, the one they left. To look at that and to confirm again is enough then.
 */
export const useSeen = (opened: Seen) => {
  const t = useTranslate();
  const [theirs, setTheirs] = useState<Seen>();
  return {
    record: theirs ?? opened,
    /** What one is told to do about it. */
    again: theirs && t('panel.transition.again'),
    /** Takes their record from the refusal; says whether there was one. */
    meet: (error: Error) => {
      const current = currentOf(error);
      if (current) setTheirs({ ...opened, ...current });
      return current !== undefined;
    },
  };
};
