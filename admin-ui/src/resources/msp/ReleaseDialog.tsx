import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import type { Msp } from '../../generated/resources';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { request } from '../../providers/http';
import type { MSPReleased } from '../../generated/answers';

interface Props {
  msp: Msp;
  entity: Msp['legalEntities'][number];
  onClose: () => void;
  onDone: () => void;
}

/** Ends the work of an MSP for a legal entity. The service says which permissions go along. */
export const ReleaseDialog = ({ msp, entity, onClose, onDone }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const path = `/api/msp/${msp.id}/fromLegalEntity/${entity.id}`;
  const preview = useQuery({
    queryKey: ['msp', 'release', msp.id, entity.id],
    queryFn: async () => (await request<MSPReleased>('PUT', `${path}?dryRun=true`)).data,
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () => request<MSPReleased>('PUT', path),
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      onDone();
    },
  });
  const gone = preview.data?.removedGrants ?? [];
  const error = run.error ?? preview.error;
  return (
    <ConfirmDialog
      title={t('msp.release.title', { name: entity.name })}
      confirm={gone.length > 0 ? t('msp.release.submitCount', { smart_count: gone.length }) : t('msp.release.submit')}
      look="danger"
      note={t('msp.release.undo')}
      isBusy={run.isPending || preview.isPending}
      onConfirm={() => run.mutate()}
      onCancel={onClose}
    >
      {error && <Refusal error={error} onRetry={retryOf(run, preview)} />}
      <p>{t('msp.release.say', { msp: msp.name, name: entity.name })}</p>
      {gone.length > 0 && (
        <ul className="lines">
          {gone.map(grant => (
            <li key={grant.id}>{t(`enum.mspPermission.${grant.permission}`)}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
};
