import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { IndexStatus } from '../../generated/answers';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { TextInput } from '../../ui/TextInput';
import { rollBack } from './calls';
import { type Report, useWork } from './useWork';

interface Props {
  status: IndexStatus;
  onTrouble: Report;
  onClose: () => void;
}

/** Asks for the reason before the previous index is read again. */
export const RollbackDialog = ({ status: { type, previousIndex }, onTrouble, onClose }: Props) => {
  const t = useTranslate();
  const [reason, setReason] = useState('');
  const back = useWork(
    (why: string) => rollBack(type, why),
    ({ message }) => message,
    onTrouble,
  );
  return (
    <Modal
      title={t('esearch.rollback.title')}
      size="narrow"
      isBusy={back.isPending}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          refusal={reason.trim() ? undefined : t('error.reasonRequired')}
          isBusy={back.isPending}
          onClick={() => back.mutate(reason, { onSuccess: onClose })}
        >
          {t('esearch.rollback')}
        </Button>
      }
    >
      {back.error && <Refusal error={back.error} onRetry={retryOf(back)} />}
      <p className="ix-hint">{t('esearch.rollback.text', { index: previousIndex })}</p>
      <Field label={t('esearch.rollback.reason')} isRequired>
        <TextInput value={reason} onChange={setReason} />
      </Field>
    </Modal>
  );
};
