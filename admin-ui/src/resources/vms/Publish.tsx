import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { callAction } from '../../engine/form/callAction';
import { idempotencyKeys } from '../../engine/form/idempotencyKeys';
import { retryOf } from '../../engine/form/retryOf';
import { useDone } from '../../engine/form/useDone';
import { useSeen } from '../../engine/form/useSeen';
import { PlanButton } from '../../engine/planned/PlanButton';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { DialogProps } from '../../engine/overrideProps';
import { useOnline } from '../../engine/useOnline';
import type { VmsMapping } from '../../generated/resources';
import { actionLabel, recordTitle, useResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { TextInput } from '../../ui/TextInput';
import { FailedTests } from './FailedTests';
import { Review } from './Review';
import { useReview } from './useReview';
import './vms.css';

/** Puts a draft in use, once it was seen what that changes for the last messages. */
export const Publish = (props: DialogProps<VmsMapping>) => <PutInUse {...props} name="publish" />;

/** Puts a former version in use again, by the same rules. */
export const Reinstate = (props: DialogProps<VmsMapping>) => <PutInUse {...props} name="reinstate" />;

interface Props extends DialogProps<VmsMapping> {
  name: 'publish' | 'reinstate';
}

const PutInUse = ({ record: opened, name, onClose, onDone }: Props) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const reportDone = useDone();
  const isOnline = useOnline();
  const [keyFor] = useState(idempotencyKeys);
  const [note, setNote] = useState('');
  const { record, again, meet } = useSeen({ ...opened });
  const review = useReview(opened.id, record['version']);
  const seen = review.data;
  const action = meta.actions.find(each => each.name === name);
  const run = useMutation({
    mutationFn: async () => {
      if (!action) throw new Error('nobody may put mappings in use');
      const input = { fingerprint: seen?.fingerprint ?? '', note: note.trim() };
      return callAction<VmsMapping>({ action, record, input, key: keyFor(JSON.stringify([input, record['version']])) });
    },
    onSuccess: saved => {
      reportDone(actionLabel(meta, name, 'done'));
      onDone(saved);
    },
    onError: error => {
      if (!meet(error)) void review.refetch(); // the version in use may be another
    },
  });
  const reason = seen ? undefined : t('panel.vms.review.wait');
  return (
    <Modal
      title={t(actionLabel(meta, name, 'title'))}
      sub={recordTitle(meta, record)}
      isBusy={run.isPending}
      unsaved={0}
      onClose={onClose}
      actions={
        <>
          <PlanButton
            refusal={isOnline ? reason : t('panel.list.offline')}
            call={{
              method: 'POST',
              path: `${meta.path}/${opened.id}/${name}`,
              body: { fingerprint: seen?.fingerprint ?? '', note: note.trim() },
              version: record['version'],
            }}
            onPlanned={onClose}
          />
          <Button
            look="primary"
            refusal={isOnline ? reason : t('panel.list.offline')}
            isBusy={run.isPending}
            onClick={() => run.mutate()}
          >
            {t(actionLabel(meta, name, 'submit'))}
          </Button>
        </>
      }
    >
      <div className="vms-try" aria-busy={review.isPending}>
        {run.error && <Refusal error={run.error} onRetry={retryOf(run)} then={again} />}
        <FailedTests error={run.error} />
        {review.error && <Refusal error={review.error} onRetry={retryOf(review)} />}
        {review.isPending && <Skeleton width={320} />}
        <Field label={t(`resources.vmsMapping.actions.${name}.fields.note`)} isOptional isWide>
          <TextInput value={note} onChange={setNote} />
        </Field>
        {seen && seen.waiting > 0 && <p>{t('panel.vms.review.waiting', { smart_count: seen.waiting })}</p>}
        {seen && <Review seen={seen} isOutbound={opened.direction === 'outbound'} onMore={review.more} />}
      </div>
    </Modal>
  );
};
