import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';
import { isRestore } from '../list/trash';
import type { ResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { RunAction } from './RunAction';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  onDone: (saved?: Saved) => void;
}

/** Says that the record is deleted, and how to get it back. */
export const TrashNote = ({ meta, record, onDone }: Props) => {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const restore = meta.actions.find(action => isRestore(meta, action));
  return (
    <Note icon="trash">
      {t('panel.form.deleted')}{' '}
      {restore && <LinkButton onClick={() => setOpen(true)}>{t('panel.form.restore')}</LinkButton>}
      {isOpen && restore && (
        <RunAction action={restore} record={record} onClose={() => setOpen(false)} onDone={onDone} />
      )}
    </Note>
  );
};
