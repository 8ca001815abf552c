import { useTranslate } from 'ra-core';
import { Note } from './Note';

/** Says that the content service is away and what is shown instead. */
export const ContentAway = () => {
  const t = useTranslate();
  return (
    <Note tone="warn" isNews>
      {t('panel.texts.away')}
    </Note>
  );
};
