import { useRecordSaved, type Saved } from '../useRecordSaved';
import type { RecordForm } from './useRecordForm';

/** What follows where the form stays open: after an action with what was changed in it, after saving with nothing changed. */
export const useGoOn = (form: RecordForm, onAgain: () => Promise<Saved | undefined>) => {
  const put = useRecordSaved();
  const acted = async (saved?: Saved) => {
    if (saved) put(saved);
    const fresh = await onAgain();
    if (fresh) form.goOnFrom(fresh);
  };
  const goOn = (saved: Saved) => {
    form.goOnAs(saved);
    void onAgain();
  };
  return { acted, goOn };
};
