import { useState } from 'react';
import type { ShownDone } from '../../engine/form/DoneContext';
import type { Saved } from '../../engine/useRecordSaved';
import { useStepDone } from './useStepDone';

/** The last step that was done in a worklist: what it says, and the row with the place it had. */
interface DoneStep extends ShownDone {
  record: Saved;
  at: number;
}

const isOf = (record: Saved, { id }: { id: unknown }) => String(record.id) === String(id);

/** Keeps what was done last in its row until the next step is done, or until it is taken back. */
export const useLastDone = (rows: readonly Saved[]) => {
  const refreshList = useStepDone();
  const [last, setLast] = useState<DoneStep>();
  return {
    last,
    /** The rows, with the one that has left the list by now in the place it had. */
    rows: last ? withDone(rows, last) : rows,
    show: (done: ShownDone) => {
      const at = rows.findIndex(row => isOf(row, done));
      const record = rows[at];
      setLast(record && { ...done, record, at });
    },
    done: (saved?: Saved) => {
      setLast(old => (old && saved && isOf(saved, old) ? old : undefined));
      refreshList(saved);
    },
    undone: (saved: Saved) => {
      setLast(undefined);
      refreshList(saved);
    },
  };
};

const withDone = (rows: readonly Saved[], done: DoneStep) => {
  const others = rows.filter(row => !isOf(row, done));
  return [...others.slice(0, done.at), done.record, ...others.slice(done.at)];
};
