import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../format';
import { moveText, type Possible } from './possibleStatuses';

interface Props {
  base: string;
  from: string;
  option: Possible;
}

/** How far a move can be taken back. */
export const StatusUndo = ({ base, from, option }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  if (option.undoUntil) return <>{t('panel.transition.undoUntil', { until: formatDate(locale, option.undoUntil) })}</>;
  return <>{moveText(t, `${base}.undo`, from, option.value)}</>;
};
