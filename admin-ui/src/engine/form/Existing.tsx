import { LinkBase, useTranslate } from 'ra-core';
import { Note } from '../../ui/Note';
import { HttpError } from '../../providers/httpError';
import { useRecordPath } from '../useRecordPath';

/** Leads to the record that is there already, when that is why a new one is refused. */
export const Existing = ({ error }: { error: Error }) => {
  const t = useTranslate();
  const path = useRecordPath();
  const id = error instanceof HttpError && error.code === 'DUPLICATE' ? error.details['id'] : undefined;
  if (typeof id !== 'number') return null;
  return (
    <Note tone="accent">
      <LinkBase to={path(id)}>{t('panel.form.existing')}</LinkBase>
    </Note>
  );
};
