import { useLocaleState, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import type { PlannedProblem } from '../../generated/answers';

/** Why a planned change could not be made when its time had come. */
export const ProblemText = ({ problem }: { problem: PlannedProblem }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { code, messages, changedBy, changedAt } = problem;
  if (code === 'STALE_VERSION' && changedBy)
    return t('panel.planned.stale', { name: changedBy, time: formatInstant(locale, changedAt) });
  return messages.map(key => t(key)).join(' ');
};
