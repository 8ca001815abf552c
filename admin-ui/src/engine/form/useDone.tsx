import { useContext } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useResourceMeta } from '../../meta';
import { useListChanged, useRecordSaved, type Saved } from '../useRecordSaved';
import { DoneContext } from './DoneContext';
import { UndoToast } from './UndoToast';
import type { Done } from './useUndo';

/** How long a message stays that offers something, in milliseconds. */
export const toastStays = 10_000;

/** Gives the function that says what was done to a record, with the way back where the action declares one. */
export const useDone = () => {
  const meta = useResourceMeta();
  const notify = useNotify();
  const t = useTranslate();
  const put = useRecordSaved();
  const refreshList = useListChanged();
  const show = useContext(DoneContext);
  const undone = (saved: Saved) => {
    put(saved);
    refreshList();
  };
  return (text: string, undoable?: Done | false, messageArgs: object = {}) => {
    if (undoable && show) show({ text: t(text, messageArgs), ...undoable });
    if (!undoable || show) return notify(text, { type: 'success', messageArgs });
    const toast = <UndoToast resource={meta.name} text={t(text, messageArgs)} onUndone={undone} {...undoable} />;
    return notify(toast, { type: 'success', multiLine: true, autoHideDuration: toastStays });
  };
};
