import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Menu } from '../../ui/Menu';
import { DeleteDialog } from '../list/dialogs/DeleteDialog';
import { recordTitle, resourceLabel, type ActionMeta, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useAtHand } from '../recordAtHand';
import { useRecordLines } from '../useRecordLines';
import { useListChanged, type Saved } from '../useRecordSaved';
import { RunAction } from './RunAction';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  onDone: (saved?: Saved) => void;
  onDeleted: () => void;
}

/** What one can do with the record at hand besides editing it. */
export const RecordMenu = ({ meta, record, onDone, onDeleted }: Props) => {
  const t = useTranslate();
  const refreshList = useListChanged();
  const { dialogs } = useOverride(meta.name);
  const [opened, setOpened] = useState<ActionMeta | 'delete'>();
  const lines = useRecordLines({ record, isOpen: true, onAction: setOpened, onDelete: () => setOpened('delete') });
  useAtHand(recordTitle(meta, record), lines);
  const Delete = dialogs?.['delete'] ?? DeleteDialog;
  const close = () => setOpened(undefined);
  return (
    <>
      <Menu label={t('panel.form.menu', { name: t(resourceLabel(meta, 'name')) })} lines={lines} />
      {opened === 'delete' && (
        <Delete
          record={record}
          onClose={close}
          onDone={() => {
            refreshList();
            onDeleted();
          }}
        />
      )}
      {opened && opened !== 'delete' && <RunAction action={opened} record={record} onClose={close} onDone={onDone} />}
    </>
  );
};
