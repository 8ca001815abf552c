import { StatusDialog } from '../../engine/form/StatusDialog';
import { statusAction, useResourceMeta } from '../../meta';
import type { DialogProps } from '../../engine/override';
import type { Freelancer } from '../../generated/resources';

type Props = DialogProps<Freelancer>;

/** Deleting is a change of status: it wants a reason and says what it takes along. */
export const DeleteFreelancer = (props: Props) => <Move {...props} to="DL" />;

/** Restoring brings a freelancer back inactive. */
export const RestoreFreelancer = (props: Props) => <Move {...props} to="DE" />;

const Move = ({ record, to, onClose, onDone }: Props & { to: string }) => {
  const action = statusAction(useResourceMeta());
  if (!action) return null;
  // What comes back is the freelancer as the service answers it.
  const done = (saved?: Record<string, unknown>) => onDone(saved as Freelancer | undefined);
  return <StatusDialog action={action} only={to} record={{ ...record }} onClose={onClose} onDone={done} />;
};
