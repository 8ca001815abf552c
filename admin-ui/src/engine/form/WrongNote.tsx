import { useTranslate } from 'ra-core';
import { Icon } from '../../ui/Icon';

/** Counts the fields that need attention. */
export const WrongNote = ({ count }: { count: number }) => {
  const t = useTranslate();
  if (count === 0) return null;
  return (
    <span className="bad" role="status">
      <Icon name="alert" />
      {t('panel.form.wrong', { smart_count: count })}
    </span>
  );
};
