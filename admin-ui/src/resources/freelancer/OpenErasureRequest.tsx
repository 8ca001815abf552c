import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../../format/format';
import { Note } from '../../ui/Note';

/** Says that somebody waits for erasure, and since when. */
export const OpenErasureRequest = ({ at }: { at: string | null | undefined }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  if (!at) return null;
  return <Note tone="bad">{t('freelancer.erasureAsked', { date: formatDate(locale, at) })}</Note>;
};
