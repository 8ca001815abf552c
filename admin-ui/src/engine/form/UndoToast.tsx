import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { LinkButton } from '../../ui/LinkButton';
import { request } from '../../providers/http';
import { useErrorToast } from '../useErrorToast';
import type { Saved } from '../useRecordSaved';

/** What was done to a record, and the version that left of it, where that is known. */
export interface Done {
  action: string;
  id: string | number;
  version?: unknown;
}

interface Props extends Done {
  resource: string;
  text: string;
  onUndone: (saved: Saved) => void;
}

/** Says that an action is done, and takes it back. The service refuses that once something else was done to the record. */
export const UndoToast = ({ resource, action, id, version, text, onUndone }: Props) => {
  const t = useTranslate();
  const showError = useErrorToast();
  const undo = useMutation({
    mutationFn: async () => {
      const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${String(version)}"` };
      return (await request<Saved>('POST', `/api/undo/${resource}/${action}/${encodeURIComponent(id)}`, { headers }))
        .data;
    },
    onSuccess: onUndone,
    onError: error => showError(error),
  });
  if (undo.isSuccess) return <p>{t('panel.transition.undone')}</p>;
  return (
    <>
      <p>{text}</p>
      <p className="toast-more">
        <LinkButton disabled={undo.isPending} onClick={() => undo.mutate()}>
          {t('panel.jobs.undo')}
        </LinkButton>
      </p>
    </>
  );
};
