import { isRestore } from '../list/trash';
import { useResourceMeta, type ActionMeta } from '../../meta';
import { useOverride } from '../override';
import type { Saved } from '../useRecordSaved';
import { ActionDialog } from './ActionDialog';
import { isTrashed } from './trashed';

interface Props {
  action: ActionMeta;
  record: Saved;
  onClose: () => void;
  onDone: (saved?: Saved) => void;
}

/** The dialog of an action over an open record: that of the override, or the one drawn from its input. */
export const RunAction = ({ action, record, onClose, onDone }: Props) => {
  const meta = useResourceMeta();
  const { dialogs } = useOverride(meta.name);
  const restores = isTrashed(meta, record) && isRestore(meta, action);
  const Own = (restores ? dialogs?.['restore'] : undefined) ?? dialogs?.[action.name];
  const done = (saved?: Record<string, unknown>) => {
    onClose();
    onDone(isSaved(saved) ? saved : undefined);
  };
  return Own ? (
    <Own record={record} onClose={onClose} onDone={done} />
  ) : (
    <ActionDialog action={action} record={record} onClose={onClose} onDone={done} />
  );
};

const isSaved = (saved?: Record<string, unknown>): saved is Saved =>
  typeof saved?.['id'] === 'number' || typeof saved?.['id'] === 'string';
