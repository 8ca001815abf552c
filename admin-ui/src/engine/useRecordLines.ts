import { useNavigate, useNotify, useTranslate } from 'ra-core';
import type { MenuLine } from '../ui/menuLine';
import { isTrashed } from './form/trashed';
import { isRestore } from './list/trash';
import { actionLabel, isAllowed, satisfies, statusAction, useMeta, useResourceMeta, type ActionMeta } from '../meta';
import { useOverride } from './override';
import { useOnline } from './useOnline';
import { useRecordPath } from './useRecordPath';
import type { Saved } from './useRecordSaved';

interface Wanted {
  record: Saved;
  /** Whether its dialog is open: then there is no need to open it, and the keys of the list sleep. */
  isOpen?: boolean;
  onAction: (action: ActionMeta) => void;
  onDelete: () => void;
}

/** Everything one can do with a record, in its row and in its dialog. What its state forbids stays and says so. */
export const useRecordLines = ({ record, isOpen, onAction, onDelete }: Wanted): MenuLine[] => {
  const meta = useResourceMeta();
  const { permissions } = useMeta();
  const { rowMenu = [], Detail, Overview } = useOverride(meta.name);
  const t = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const path = useRecordPath();
  const offline = useOnline() ? undefined : t('panel.list.offline');
  const inTrash = isTrashed(meta, record);
  const status = statusAction(meta);
  const isForm = meta.can.includes('update') && !inTrash && satisfies(meta.editable, record) && !Detail;
  const open: MenuLine = {
    label: t(isForm && !Overview ? 'panel.row.edit' : 'panel.row.open'),
    icon: isForm && !Overview ? 'edit' : 'arrow',
    hotkey: 'Enter',
    onSelect: () => navigate(path(record.id)),
  };
  const edit: MenuLine = {
    label: t('panel.row.edit'),
    icon: 'edit',
    onSelect: () => navigate(path(record.id, 'details')),
  };
  const history: MenuLine = {
    label: t('panel.row.history'),
    icon: 'clock',
    onSelect: () => navigate(path(record.id, 'history')),
  };
  const access: MenuLine = {
    label: t('panel.row.access'),
    icon: 'info',
    onSelect: () => navigate(`/access?entity=${meta.name}&id=${record.id}`),
  };
  const drop: MenuLine = {
    label: t('panel.row.delete'),
    icon: 'trash',
    isDanger: true,
    refusal: offline ?? (satisfies(meta.deletable, record) ? undefined : t(meta.deletable?.says ?? 'panel.row.notNow')),
    onSelect: onDelete,
  };
  const copy = () =>
    navigator.clipboard.writeText(new URL(path(record.id).split('?')[0] ?? '', location.origin).href).then(
      () => notify('panel.row.copied'),
      () => notify('panel.row.notCopied', { type: 'error' }),
    );
  const actions = meta.actions
    .filter(action => action.target === 'record' && (inTrash || action.name !== 'restore'))
    .map((action): MenuLine => {
      const restores = inTrash && isRestore(meta, action);
      return {
        label: restores ? t('panel.row.restore') : t(actionLabel(meta, action.name, 'label')),
        icon: restores ? 'undo' : action === status ? 'swap' : undefined,
        hotkey: action === status && !isOpen ? 'S' : undefined,
        refusal: offline ?? (isAllowed(action, record) ? undefined : t(action.when?.says ?? 'panel.row.notNow')),
        onSelect: () => onAction(action),
      };
    });
  const own = rowMenu
    .filter(({ needs, isFor }) => (needs === undefined || permissions.includes(needs)) && isFor?.(record) !== false)
    .map(
      ({ label, icon, to, when }): MenuLine => ({
        label: t(label),
        icon,
        refusal: when?.(record) === false ? t('panel.row.notNow') : undefined,
        onSelect: () => navigate(to(record)),
      }),
    );
  return [
    ...(isOpen ? [] : [open]),
    ...(isForm && Overview && !isOpen ? [edit] : []),
    ...actions,
    ...own,
    ...(!isOpen && meta.can.includes('history') ? [history] : []),
    { label: t('panel.row.copy'), icon: 'copy', onSelect: () => void copy() },
    ...(isOpen ? [access] : []),
    ...(meta.can.includes('delete') && !inTrash ? [drop] : []),
  ];
};
