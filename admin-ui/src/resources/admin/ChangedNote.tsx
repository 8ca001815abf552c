import { useTranslate } from 'ra-core';
import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';
import type { Stale } from './useSaveAccount';

/** Says that somebody else was faster, and goes on from what they stored. */
export const ChangedNote = ({ stale, onTake }: { stale: Stale; onTake: () => void }) => {
  const t = useTranslate();
  const fields = stale.changedFields.map(name => t(`resources.admin.fields.${name}`)).join(', ');
  return (
    <Note tone="bad" isNews>
      {t('panel.staff.stale', { by: stale.changedBy, fields })}{' '}
      <LinkButton onClick={onTake}>{t('panel.staff.take')}</LinkButton>
    </Note>
  );
};
