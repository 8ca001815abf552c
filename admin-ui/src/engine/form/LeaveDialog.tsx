import { DiscardDialog } from '../../ui/DiscardDialog';
import type { useFormLeave } from './useFormLeave';
import type { RecordForm } from './useRecordForm';

interface Props {
  leave: ReturnType<typeof useFormLeave>;
  form: RecordForm;
}

/** Asks before a form with unsaved changes is left. What is discarded is no draft any more either. */
export const LeaveDialog = ({ leave, form }: Props) =>
  leave.isAsking && (
    <DiscardDialog
      count={form.changed.length}
      onKeep={leave.keep}
      onDiscard={() => {
        form.dropDraft();
        leave.discard();
      }}
    />
  );
