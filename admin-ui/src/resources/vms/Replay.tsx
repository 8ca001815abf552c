import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { callAction } from '../../engine/form/callAction';
import { FieldInput } from '../../engine/form/FieldInput';
import { FormScope } from '../../engine/form/FormScope';
import { idempotencyKeys } from '../../engine/form/idempotencyKeys';
import { retryOf } from '../../engine/form/retryOf';
import { useDone } from '../../engine/form/useDone';
import { useFormValues } from '../../engine/form/useFormValues';
import { useSeen } from '../../engine/form/useSeen';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { DialogProps } from '../../engine/overrideProps';
import { useOnline } from '../../engine/useOnline';
import type { VmsInbound } from '../../generated/resources';
import { actionLabel, useResourceMeta, type FieldMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { kindAbout } from './kindAbout';

/** Has a message read anew. One that matches no record may be said to be about a certain one. */
export const Replay = ({ record: opened, onClose, onDone }: DialogProps<VmsInbound>) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const reportDone = useDone();
  const isOnline = useOnline();
  const [keyFor] = useState(idempotencyKeys);
  const { record, again, meet } = useSeen({ ...opened });
  const kind = kindAbout(opened.entity);
  const [field] = useState<FieldMeta>({ name: kind, kind: 'ref', ref: kind });
  const [fields] = useState([field]);
  const form = useFormValues(fields, { base: {}, values: { clientId: opened.clientId } });
  const action = meta.actions.find(({ name }) => name === 'replay');
  const chosen = form.values[kind];
  const input = typeof chosen === 'number' ? { assignTo: { entity: kind, id: chosen } } : {};
  const run = useMutation({
    mutationFn: async () => {
      if (!action) throw new Error('nobody may read messages anew');
      const key = keyFor(JSON.stringify([input, record['version']]));
      return callAction<VmsInbound>({ action, record, input, key });
    },
    onSuccess: saved => {
      reportDone(actionLabel(meta, 'replay', 'done'));
      onDone(saved);
    },
    onError: meet,
  });
  const labelOf = (name: string) => `panel.vms.replay.${name}`;
  const state = { ...form, meta, labelOf, isNew: true, isReadOnly: false, changed: new Set<string>() };
  return (
    <Modal
      title={t(actionLabel(meta, 'replay', 'title'))}
      sub={opened.messageId}
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
          {t(actionLabel(meta, 'replay', 'submit'))}
        </Button>
      }
    >
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} then={again} />}
      <p>{t('panel.vms.replay.text')}</p>
      {opened.reason === 'UNMATCHED' && (
        <FormScope value={state}>
          <FieldInput source={kind} field={field} hint={t('panel.vms.replay.hint')} isWide />
        </FormScope>
      )}
    </Modal>
  );
};

/** Many messages are each matched anew. */
export const ReplayMany = () => <p>{useTranslate()('panel.vms.replay.text')}</p>;
