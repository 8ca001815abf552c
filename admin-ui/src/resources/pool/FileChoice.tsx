import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolPlan } from '../../generated/answers';
import type { Pool } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { FileInput } from '../../ui/FileInput';
import { tableTypes } from '../../ui/fileRules';
import { Modal } from '../../ui/Modal';
import { fetchFilePlan } from './merging';

interface Props {
  pool: Pool;
  onPlanned: (plan: PoolPlan) => void;
  onBegun: (jobId: string) => void;
  onClose: () => void;
}

const most = 20 * 1024 * 1024;

/** Which file comes in; then the plan, which shows how it was read. */
export const FileChoice = ({ pool, onPlanned, onBegun, onClose }: Props) => {
  const t = useTranslate();
  const [resourceId, setResourceId] = useState('');
  const plan = useMutation({
    mutationFn: () => fetchFilePlan(pool.id, { resourceId }),
    onSuccess: made => (made.planId === '' ? onBegun(made.jobId) : onPlanned(made)),
  });
  return (
    <Modal
      title={t('panel.pool.file.title', { name: pool.vmsName })}
      size="wide"
      isBusy={plan.isPending}
      unsaved={resourceId ? 1 : 0}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={plan.isPending}
          refusal={resourceId === '' ? t('panel.pool.file.chooseFirst') : undefined}
          onClick={() => plan.mutate()}
        >
          {t('panel.pool.merge.plan')}
        </Button>
      }
    >
      <section className="form-s">
        <Field label={t('panel.pool.file.choose')} hint={t('panel.pool.file.chooseHint')} isRequired>
          <FileInput
            types={tableTypes}
            most={most}
            value={resourceId ? [resourceId] : []}
            onChange={([id]) => setResourceId(id ?? '')}
          />
        </Field>
        {plan.error && <Refusal error={plan.error} onRetry={retryOf(plan)} />}
      </section>
    </Modal>
  );
};
