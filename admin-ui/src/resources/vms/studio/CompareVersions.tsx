import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQueries } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsMapping } from '../../../generated/resources';
import { useResourceMeta } from '../../../meta';
import { request } from '../../../providers/http';
import { Field } from '../../../ui/Field';
import { Modal } from '../../../ui/Modal';
import { Select } from '../../../ui/Select';
import { Skeleton } from '../../../ui/Skeleton';
import { VersionChanges } from './VersionChanges';
import '../vms.css';

interface Props {
  versions: readonly VmsMapping[];
  record: VmsMapping;
  onClose: () => void;
}

/** What two versions of a mapping do not have in common: rules by their targets, lookups and tests by their names. */
export const CompareVersions = ({ versions, record, onClose }: Props) => {
  const t = useTranslate();
  const other =
    versions.find(({ state, id }) => state === 'LIVE' && id !== record.id) ??
    versions.find(({ id }) => id !== record.id);
  const [from, setFrom] = useState(other?.id ?? record.id);
  const [to, setTo] = useState(record.id);
  const [before, after] = useVersions([from, to]);
  const error = before?.error ?? after?.error;
  const choices = versions.map(({ id, number, state }) => ({
    value: String(id),
    label: `${number} · ${t(`enum.vmsMappingState.${state}`)}`,
  }));
  return (
    <Modal
      size="wide"
      isTall
      title={t('panel.vms.studio.compare')}
      cancelLabel={t('panel.modal.close')}
      unsaved={0}
      onClose={onClose}
    >
      <div className="g2">
        <Field label={t('panel.vms.studio.before')}>
          <Select value={String(from)} choices={choices} onChange={id => setFrom(Number(id))} />
        </Field>
        <Field label={t('panel.vms.studio.after')}>
          <Select value={String(to)} choices={choices} onChange={id => setTo(Number(id))} />
        </Field>
      </div>
      <div className="vms-try" aria-live="polite">
        {error && before && <Refusal error={error} onRetry={retryOf(before)} />}
        {before?.data && after?.data ? (
          <VersionChanges before={before.data} after={after.data} />
        ) : (
          !error && <Skeleton width={320} />
        )}
      </div>
    </Modal>
  );
};

const useVersions = (ids: readonly number[]) => {
  const meta = useResourceMeta();
  return useQueries({
    queries: ids.map((id, side) => ({
      queryKey: ['vmsMapping', 'version', id, side],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await request<VmsMapping>('GET', `${meta.path}/${id}`, { signal })).data,
      gcTime: 0,
    })),
  });
};
