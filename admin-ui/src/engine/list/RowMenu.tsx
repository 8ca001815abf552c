import { useNavigate, useNotify, useTranslate } from 'ra-core';
import { isIconName } from '../../pieces/Icon';
import { Menu } from '../../pieces/Menu';
import type { MenuLine } from '../../pieces/Menu';
import { actionLabel, isAllowed, recordTitle, statusAction, useResourceMeta } from '../meta';
import { useOverride } from '../override';
import { useOnline } from '../useOnline';
import type { Saved } from '../useRecordSaved';
import { useRecordPath } from '../useRecordPath';
import { useListUi } from './ListUi';
import { isRestore } from './trash';

interface Props {
  record: Saved;
}

/** Everything one can do with a record, always in sight. What its state forbids stays and says so. */
export const RowMenu = ({ record }: Props) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  return <Menu label={t('panel.row.menu', { title: recordTitle(meta, record) })} small lines={useLines(record)} />;
};

const useLines = (record: Saved): MenuLine[] => {
  const meta = useResourceMeta();
  const { rowMenu = [], Detail } = useOverride(meta.name);
  const t = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const path = useRecordPath();
  const online = useOnline();
  const { open } = useListUi();
  const isTrashed = meta.trash !== undefined && record[meta.trash.field] === meta.trash.value;
  const can = (ability: 'update' | 'history' | 'delete') => meta.can.includes(ability);
  const offline = online ? undefined : t('panel.list.offline');
  const status = statusAction(meta);
  const copy = () =>
    navigator.clipboard.writeText(new URL(path(record.id).split('?')[0] ?? '', location.origin).href).then(
      () => notify('panel.row.copied'),
      () => notify('panel.row.notCopied', { type: 'error' }),
    );
  const isForm = can('update') && !isTrashed && !Detail;
  const edit: MenuLine = {
    label: t(isForm ? 'panel.row.edit' : 'panel.row.open'),
    icon: isForm ? 'edit' : 'arrow',
    hotkey: 'Enter',
    onSelect: () => navigate(path(record.id)),
  };
  const actions = meta.actions
    .filter(action => action.target === 'record' && (isTrashed || action.name !== 'restore'))
    .map(
      (action): MenuLine => ({
        label:
          isTrashed && isRestore(meta, action) ? t('panel.row.restore') : t(actionLabel(meta, action.name, 'label')),
        icon: isTrashed && isRestore(meta, action) ? 'undo' : action === status ? 'swap' : undefined,
        hotkey: action === status ? 'S' : undefined,
        refusal: offline ?? (isAllowed(action, record) ? undefined : t('panel.row.notNow')),
        onSelect: () => open({ kind: 'action', action, record }),
      }),
    );
  const own = rowMenu.map(
    ({ label, icon, to, when }): MenuLine => ({
      label: t(label),
      refusal: when?.(record) === false ? t('panel.row.notNow') : undefined,
      icon: icon && isIconName(icon) ? icon : undefined,
      onSelect: () => navigate(to(record)),
    }),
  );
  return [
    edit,
    ...actions,
    ...own,
    ...(can('history')
      ? [
          {
            label: t('panel.row.history'),
            icon: 'clock' as const,
            onSelect: () => navigate(path(record.id, 'history')),
          },
        ]
      : []),
    { label: t('panel.row.copy'), icon: 'copy', onSelect: () => void copy() },
    ...(can('delete') && !isTrashed
      ? [
          {
            label: t('panel.row.delete'),
            icon: 'trash' as const,
            isDanger: true,
            refusal: offline,
            onSelect: () => open({ kind: 'delete', record }),
          },
        ]
      : []),
  ];
};
