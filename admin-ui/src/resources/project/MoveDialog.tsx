import { StatusDialog } from '../../engine/form/StatusDialog';
import { statusAction, useResourceMeta } from '../../meta';
import type { DialogProps } from '../../engine/override';
import type { Project } from '../../generated/resources';

type Props = DialogProps<Project>;

/** Deleting is a change of status: it wants a reason and says what it takes along. */
export const DeleteProject = (props: Props) => <Move {...props} to="DELETED" />;

/** Restoring brings a project back closed. */
export const RestoreProject = (props: Props) => <Move {...props} to="CLOSED" />;

const Move = ({ record, to, onClose, onDone }: Props & { to: Project['status'] }) => {
  const action = statusAction(useResourceMeta());
  if (!action) return null;
  // What comes back is the project as the service answers it.
  const done = (saved?: Record<string, unknown>) => onDone(saved as Project | undefined);
  return <StatusDialog action={action} only={to ?? ''} record={{ ...record }} onClose={onClose} onDone={done} />;
};
