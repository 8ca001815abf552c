import { useRecordSaved, type Saved } from '../useRecordSaved';
import type { RecordForm } from './useRecordForm';

/** What follows where the form stays open: after an action with what was changed in it, after saving with nothing changed. */
export const useStayOpen = (form: RecordForm, onAgain: () => Promise<Saved | undefined>) => {
  const put = useRecordSaved();
  const afterAction = async (saved?: Saved) => {
    if (saved) put(saved);
    const fresh = await onAgain();
    if (fresh) form.moveTo(fresh);
  };
  const afterSave = (saved: Saved) => {
    form.startOver(saved);
    void onAgain();
  };
  return { afterAction, afterSave };
};
