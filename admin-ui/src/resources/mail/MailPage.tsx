import { useState } from 'react';
import { useNavigate, useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RunAction } from '../../engine/form/RunAction';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { DetailProps } from '../../engine/overrideProps';
import { useOnline } from '../../engine/useOnline';
import { useRecordPath } from '../../engine/useRecordPath';
import { useRecordSaved } from '../../engine/useRecordSaved';
import { actionLabel, isAllowed, useResourceMeta, type ActionMeta, type RecordOf } from '../../meta';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { StatusChip } from '../../ui/StatusChip';
import { MailFacts } from './MailFacts';
import { MailText } from './MailText';

/** One mail: what has become of it, its text as it goes out, and what can be done about it. */
export const MailPage = ({ id }: DetailProps) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const navigate = useNavigate();
  const path = useRecordPath();
  const client = useQueryClient();
  const put = useRecordSaved();
  const isOnline = useOnline();
  const [opened, setOpened] = useState<ActionMeta>();
  const key = ['mail', id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await request<RecordOf<'mail'>>('GET', `${meta.path}/${encodeURIComponent(id)}`, { signal })).data,
    gcTime: 0,
  });
  const actions = data ? meta.actions.filter(action => isAllowed(action, { ...data })) : [];
  return (
    <>
      <Modal
        title={data ? t(`enum.mailTemplate.${data.template}`) : t('resources.mail.name')}
        sub={data ? <StatusChip status={data.state ?? ''} label={t(`enum.mailState.${data.state}`)} /> : ''}
        isTall
        onClose={() => navigate(path())}
        cancelLabel={t('panel.modal.close')}
        actions={actions.map(action => (
          <Button
            key={action.name}
            look="primary"
            refusal={isOnline ? undefined : t('panel.list.offline')}
            onClick={() => setOpened(action)}
          >
            {t(actionLabel(meta, action.name, 'submit'))}
          </Button>
        ))}
      >
        {error && <Refusal error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={280} />}
        {data && <MailFacts mail={data} />}
        {data && <MailText mail={data} />}
      </Modal>
      {opened && data && (
        <RunAction
          action={opened}
          record={{ ...data }}
          onClose={() => setOpened(undefined)}
          onDone={saved => {
            if (saved) {
              put(saved);
              client.setQueryData(key, saved);
            }
          }}
        />
      )}
    </>
  );
};
