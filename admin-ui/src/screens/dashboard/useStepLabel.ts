import { useTranslate } from 'ra-core';
import { moveVerb, useStatusBase } from '../../engine/form/possibleStatuses';
import type { Saved } from '../../engine/useRecordSaved';
import type { DashboardCard, DashboardStep } from '../../generated/answers';
import { actionLabel, useResourceMeta } from '../../meta';

/** The words of a step of a worklist: those of the action, of the move to the status, or of the card for one that opens. */
export const useStepLabel = (card: DashboardCard, { action, status }: DashboardStep, record?: Saved) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const base = useStatusBase(meta);
  if (!action) return t(`dashboard.open.${card.key}`);
  if (status) return moveVerb(t, base, String(record?.[meta.status] ?? ''), status);
  return t(actionLabel(meta, action, 'label'));
};
