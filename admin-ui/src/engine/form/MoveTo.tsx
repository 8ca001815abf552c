import { statusAction, useResourceMeta } from '../../meta';
import type { DialogProps } from '../overrideProps';
import { StatusDialog } from './StatusDialog';

interface Props<T> extends DialogProps<T> {
  /** The state it leads to, which alone is offered. */
  to: string;
}

/** Deletes or restores a record where that is a change of status: it wants a reason and says what it takes along. */
export const MoveTo = <T extends object>({ record, to, onClose, onDone }: Props<T>) => {
  const action = statusAction(useResourceMeta());
  if (!action) return null;
  const own = { ...record } as Record<string, unknown>; // a record of any resource
  const done = (saved?: object) => onDone(saved as T | undefined); // what comes back is one as the service answers it
  return <StatusDialog action={action} only={to} record={own} onClose={onClose} onDone={done} />;
};
