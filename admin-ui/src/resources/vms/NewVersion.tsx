import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { callAction } from '../../engine/form/callAction';
import { idempotencyKeys } from '../../engine/form/idempotencyKeys';
import { retryOf } from '../../engine/form/retryOf';
import { useDone } from '../../engine/form/useDone';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { DialogProps } from '../../engine/overrideProps';
import { useOnline } from '../../engine/useOnline';
import { useListChanged } from '../../engine/useRecordSaved';
import type { VmsMapping } from '../../generated/resources';
import { actionLabel, recordTitle, useResourceMeta } from '../../meta';
import { useNavigate } from '../../router/useNavigate';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import './vms.css';

/** Makes a draft of a version that cannot be edited, and opens it. */
export const NewVersion = ({ record, onClose }: DialogProps<VmsMapping>) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const reportDone = useDone();
  const navigate = useNavigate();
  const listChanged = useListChanged();
  const isOnline = useOnline();
  const [keyFor] = useState(idempotencyKeys);
  const action = meta.actions.find(({ name }) => name === 'newVersion');
  const run = useMutation({
    mutationFn: async () => {
      if (!action) throw new Error('nobody may make versions of mappings');
      return callAction<VmsMapping>({ action, record: { ...record }, input: {}, key: keyFor(String(record.version)) });
    },
    onSuccess: draft => {
      listChanged();
      reportDone(actionLabel(meta, 'newVersion', 'done'), false, { number: draft.number });
      onClose();
      navigate(`${meta.route}/${draft.id}/try`); // where its rules stand beside what they make
    },
  });
  return (
    <Modal
      title={t(actionLabel(meta, 'newVersion', 'title'))}
      sub={recordTitle(meta, { ...record })}
      isBusy={run.isPending}
      unsaved={0}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          refusal={isOnline ? undefined : t('panel.list.offline')}
          isBusy={run.isPending}
          onClick={() => run.mutate()}
        >
          {t(actionLabel(meta, 'newVersion', 'submit'))}
        </Button>
      }
    >
      <div className="vms-try">
        {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
        <p>{t('panel.vms.mapping.newVersion', { number: record.number })}</p>
      </div>
    </Modal>
  );
};
