import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useQueryClient } from '@tanstack/react-query';
import { openJob } from '../../engine/jobs/jobStore';
import { useErrorToast } from '../../engine/useErrorToast';
import type { TextsRestored } from '../../generated/answers';
import { type Past, restore } from './historyCalls';

/** Asks what taking a change or a batch back would do, then does it. */
export const useTakingBack = (onDone?: () => void) => {
  const t = useTranslate();
  const notify = useNotify();
  const fail = useErrorToast();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<{ past: Past; found: TextsRestored }>();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const requestUndo = (past: Past) => {
    setAsking(true);
    return restore(past, true)
      .then(found => setWanted({ past, found }))
      .catch(fail)
      .finally(() => setAsking(false));
  };
  const confirm = async () => {
    if (!wanted) return;
    setBusy(true);
    try {
      const { changes, jobId } = await restore(wanted.past, false);
      if (jobId) openJob(jobId);
      else notify(t('panel.texts.takenBack', { smart_count: changes.length }), { type: 'success' });
      await Promise.all(
        ['texts', 'textHistory', 'coverage'].map(name => queries.invalidateQueries({ queryKey: [name] })),
      );
      setWanted(undefined);
      onDone?.();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return { asked: wanted, isAsking, isBusy, ask: requestUndo, confirm, cancel: () => setWanted(undefined) };
};
