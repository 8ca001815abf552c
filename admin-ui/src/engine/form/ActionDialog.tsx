import { statusAction, useResourceMeta, type ActionMeta } from '../../meta';
import type { DialogProps } from '../overrideProps';
import { InputDialog } from './InputDialog';
import { StatusDialog } from './StatusDialog';

interface Props extends DialogProps {
  action: ActionMeta;
}

/** The dialog of an action on a record: the choice of a state for the one that changes it, the typed input for others. */
export const ActionDialog = (props: Props) =>
  props.action === statusAction(useResourceMeta()) ? <StatusDialog {...props} /> : <InputDialog {...props} />;
