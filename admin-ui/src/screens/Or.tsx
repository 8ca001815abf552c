import { useTranslate } from 'ra-core';

/** Stands between two ways of signing in. */
export const Or = () => {
  const t = useTranslate();
  return (
    <p className="or">
      <span>{t('panel.login.or')}</span>
    </p>
  );
};
