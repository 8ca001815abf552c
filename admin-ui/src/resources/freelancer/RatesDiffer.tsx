import { useTranslate } from 'ra-core';
import { Note } from '../../ui/Note';

/** Warns that the hour rate and the day rate of somebody do not fit each other. */
export const RatesDiffer = () => {
  const t = useTranslate();
  return <Note tone="warn">{t('freelancer.ratesDiffer')}</Note>;
};
