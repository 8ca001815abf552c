import type { Saved } from '../useRecordSaved';
import { UndoLine } from './UndoLine';
import { useUndo, type Done } from './useUndo';

interface Props extends Done {
  resource: string;
  text: string;
  onUndone: (saved: Saved) => void;
}

/** Says that an action is done, and takes it back. */
export const UndoToast = ({ text, ...wanted }: Props) => <UndoLine text={text} undo={useUndo(wanted)} />;
