import { useNotify, useTranslate } from 'ra-core';
import { useRecordPath } from '../useRecordPath';
import type { Saved } from '../useRecordSaved';
import { OpenToast } from './OpenToast';
import { toastStays } from './useDone';

/** Gives the function that says that a record was saved, with the way to it. */
export const useSavedNotice = () => {
  const notify = useNotify();
  const t = useTranslate();
  const path = useRecordPath();
  return (text: string, { id }: Saved, messageArgs: object) => {
    const toast = <OpenToast text={t(text, messageArgs)} to={path(id)} />;
    notify(toast, { type: 'success', multiLine: true, autoHideDuration: toastStays });
  };
};
