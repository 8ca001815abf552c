import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/overrideProps';
import type { VmsCursorMove } from '../../generated/answers';
import type { VmsConnection } from '../../generated/resources';
import { useResourceMeta } from '../../meta';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { TextInput } from '../../ui/TextInput';
import { CursorLook } from './CursorLook';
import './vms.css';

/** How far a connection that is asked for its messages has been read, and another place to go on from. */
export const Cursor = ({ record, onDone }: AsideProps<VmsConnection>) => {
  const t = useTranslate();
  const notify = useNotify();
  const mayMove = useResourceMeta().can.includes('update');
  const [cursor, setCursor] = useState(record.cursor);
  const move = async (dryRun: boolean) =>
    (await request<VmsCursorMove>('POST', `/api/vms/connection/${record.id}/cursor`, { body: { cursor, dryRun } }))
      .data;
  const look = useMutation({ mutationFn: () => move(true) });
  const begin = useMutation({
    mutationFn: () => move(false),
    onSuccess: () => {
      notify('panel.vms.cursor.moved', { type: 'success' });
      onDone?.();
    },
  });
  const failed = look.error ?? begin.error;
  const seen = look.data?.cursor === cursor ? look.data : undefined;
  if (!record.capabilities.includes('JOB_PULL')) return <p className="t2">{t('panel.vms.cursor.off')}</p>;
  return (
    <div className="vms-try">
      <p className="t2">
        {t('resources.vmsConnection.fields.polledAt')}:{' '}
        {record.polledAt ? <Age at={record.polledAt} /> : t('panel.vms.cursor.never')}
      </p>
      <Field label={t('resources.vmsConnection.fields.cursor')} hint={t('panel.vms.cursor.hint')} isReadOnly={!mayMove}>
        <TextInput value={cursor} onChange={setCursor} />
      </Field>
      {mayMove && (
        <div className="vms-do">
          <Button isBusy={look.isPending} onClick={() => look.mutate()}>
            {t('panel.vms.cursor.look')}
          </Button>
          {seen && (
            <Button look="primary" isBusy={begin.isPending} onClick={() => begin.mutate()}>
              {t('panel.vms.cursor.begin')}
            </Button>
          )}
        </div>
      )}
      {failed && <Refusal error={failed} onRetry={retryOf(look, begin)} />}
      {seen && <CursorLook seen={seen} />}
    </div>
  );
};
