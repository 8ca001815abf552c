import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Menu, type MenuLine } from '../../pieces/Menu';
import { DeleteDialog } from '../list/dialogs/DeleteDialog';
import { actionLabel, isAllowed, resourceLabel, statusAction, type ActionMeta, type ResourceMeta } from '../meta';
import { useOverride } from '../override';
import { useOnline } from '../useOnline';
import { useListChanged, type Saved } from '../useRecordSaved';
import { RunAction } from './RunAction';
import { isTrashed } from './trashed';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  onDone: (saved?: Saved) => void;
  onDeleted: () => void;
}

/** What one can do with the record at hand besides editing it. */
export const RecordMenu = ({ meta, record, onDone, onDeleted }: Props) => {
  const t = useTranslate();
  const isOnline = useOnline();
  const askAgain = useListChanged();
  const { dialogs } = useOverride(meta.name);
  const [opened, setOpened] = useState<ActionMeta | 'delete'>();
  const Delete = dialogs?.['delete'] ?? DeleteDialog;
  const offline = isOnline ? undefined : t('panel.list.offline');
  const close = () => setOpened(undefined);
  const actions = meta.actions
    .filter(action => action.target === 'record' && (isTrashed(meta, record) || action.name !== 'restore'))
    .map(
      (action): MenuLine => ({
        label: t(actionLabel(meta, action.name, 'label')),
        icon: action === statusAction(meta) ? 'swap' : undefined,
        refusal: offline ?? (isAllowed(action, record) ? undefined : t('panel.row.notNow')),
        onSelect: () => setOpened(action),
      }),
    );
  const lines = [...actions];
  if (meta.can.includes('delete') && !isTrashed(meta, record)) {
    lines.push({
      label: t('panel.row.delete'),
      icon: 'trash',
      isDanger: true,
      refusal: offline,
      onSelect: () => setOpened('delete'),
    });
  }
  if (lines.length === 0) return null;
  return (
    <>
      <Menu label={t('panel.form.menu', { name: t(resourceLabel(meta, 'name')) })} lines={lines} />
      {opened === 'delete' && (
        <Delete
          record={record}
          onClose={close}
          onDone={() => {
            askAgain();
            onDeleted();
          }}
        />
      )}
      {opened && opened !== 'delete' && <RunAction action={opened} record={record} onClose={close} onDone={onDone} />}
    </>
  );
};
