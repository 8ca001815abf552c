import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { request } from '../../providers/http';
import { recordTitle, type ResourceMeta } from '../../meta';
import { withAmounts } from '../form/amounts';
import { payloadOf, type Values } from '../form/changes';
import { UndoLine } from '../form/UndoLine';
import { useErrorToast } from '../useErrorToast';
import type { Saved } from '../useRecordSaved';

interface Props {
  meta: ResourceMeta;
  /** The record as it was saved. */
  saved: Saved;
  /** How it stood before, and which of its fields were changed. */
  before: Values;
  changed: readonly string[];
  onUndone: (saved: Saved) => void;
}

/** Says that fields of a record were changed, and puts them back unless somebody has changed the record since. */
export const EditedToast = ({ meta, saved, before, changed, onUndone }: Props) => {
  const t = useTranslate();
  const showError = useErrorToast();
  const undo = useMutation({
    mutationFn: async () => {
      const body = payloadOf(before, withAmounts(meta.fields, changed, before));
      const headers = { 'if-match': `"${String(saved['version'])}"` };
      return (await request<Saved>('PUT', `${meta.path}/${saved.id}`, { body, headers })).data;
    },
    onSuccess: onUndone,
    onError: error => showError(error),
  });
  const text = t('panel.form.saved', { smart_count: changed.length, title: recordTitle(meta, saved) });
  return <UndoLine text={text} undo={undo} />;
};
