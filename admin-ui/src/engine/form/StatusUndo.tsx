import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../../format/format';
import type { PossibleStatus } from '../../generated/answers';
import { moveTextIfAny } from './possibleStatuses';

interface Props {
  base: string;
  from: string;
  option: PossibleStatus;
  /** Every other state, with its text. */
  states: readonly PossibleStatus[];
}

/** How far a move can be taken back, as the service has found by its own rules. */
export const StatusUndo = ({ base, from, option, states }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { undo, undoTo, undoUntil, value } = option;
  const own = moveTextIfAny(t, `${base}.${undo ? 'undo' : 'final'}`, from, value);
  if (!undo) return <>{own ?? t('panel.transition.final')}</>;
  const until = undoUntil && formatDate(locale, undoUntil);
  const to = states.find(each => each.value === undoTo);
  if (to) return <>{t(`panel.transition.undoTo${until ? 'Until' : ''}`, { until, state: t(to.text) })}</>;
  if (until) return <>{t('panel.transition.undoUntil', { until })}</>;
  return <>{own ?? t('panel.transition.undoAnytime')}</>;
};
