import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsConnection } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Modal } from '../../../ui/Modal';
import { TextInput } from '../../../ui/TextInput';
import { CopyButton } from './CopyButton';
import { newSecret } from './newSecret';

/** The fields of a connection that hold its secrets. */
export type SecretName = 'secret' | 'inboundSecret';

interface Props {
  connection: VmsConnection;
  name: SecretName;
  onClose: () => void;
  onDone: () => void;
}

/** Replaces a secret: the inbound one by what is made here and shown once, the outbound one by what the VMS has given out. */
export const RotateDialog = ({ connection, name, onClose, onDone }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const isOurs = name === 'inboundSecret';
  const [value, setValue] = useState(() => (isOurs ? newSecret() : ''));
  const { id, version } = connection;
  const save = useMutation({
    mutationFn: () => request('PUT', `/api/vms/connection/${id}`, { body: { [name]: value, version } }),
    onSuccess: () => {
      notify('panel.vms.rotate.done', { type: 'success' });
      onDone();
    },
  });
  const way = isOurs ? 'inbound' : 'outbound';
  const refusal = value === '' ? t('panel.vms.rotate.empty') : undefined;
  return (
    <Modal
      title={t(`panel.vms.rotate.${way}`)}
      onClose={onClose}
      note={t('panel.vms.rotate.note')}
      actions={
        <Button look="primary" isBusy={save.isPending} refusal={refusal} onClick={() => save.mutate()}>
          {t('panel.vms.rotate.submit')}
        </Button>
      }
    >
      <p>{t(`panel.vms.rotate.${way}Text`)}</p>
      <Field label={t(`panel.vms.connect.${way}`)} isWide>
        <TextInput value={value} onChange={setValue} />
      </Field>
      {isOurs && <CopyButton text={value} label="panel.vms.rotate.copy" />}
      {save.error && <Refusal error={save.error} onRetry={retryOf(save)} />}
    </Modal>
  );
};
