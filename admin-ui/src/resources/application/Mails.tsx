import { useLocale, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { whenOf } from '../../format/when';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useCan, type RecordOf } from '../../meta';
import { useOnline } from '../../engine/useOnline';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { StatusChip } from '../../ui/StatusChip';
import { request } from '../../providers/http';
import { DrawerWaiting } from './DrawerWaiting';
import type { TabProps } from './TabProps';

type Mail = RecordOf<'mail'>;

const mailsAtMost = 50;

/** The mails about an application; one that waits can still be stopped. */
export const Mails = ({ application }: TabProps) => {
  const t = useTranslate();
  const key = ['mail', 'application', application.id, application.version];
  const mails = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const path = `/api/mail?entity=application&id=${application.id}&limit=${mailsAtMost}`;
      return (await request<{ results: Mail[] }>('GET', path, { signal })).data.results;
    },
    retry: false,
  });
  if (mails.error) return <Refusal error={mails.error} />;
  if (!mails.data) return <DrawerWaiting />;
  if (mails.data.length === 0) return <Empty icon="send" title={t('panel.application.noMails')} />;
  return (
    <ul className="app-mails">
      {mails.data.map(mail => (
        <One key={mail.id} mail={mail} listKey={key} />
      ))}
    </ul>
  );
};

const One = ({ mail, listKey }: { mail: Mail; listKey: unknown[] }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const notify = useNotify();
  const client = useQueryClient();
  const isOnline = useOnline();
  const mayStop = useCan('application.status');
  const stop = useMutation({
    mutationFn: () => request('POST', `/api/mail/${mail.id}/cancel`, { body: {} }),
    onSuccess: () => notify('panel.application.mailStopped', { type: 'success' }),
    onError: () => notify('panel.application.mailGone', { type: 'error' }),
    onSettled: () => void client.invalidateQueries({ queryKey: listKey }),
  });
  const at = mail.sentAt ?? mail.sendAt;
  return (
    <li>
      <StatusChip status={mail.state ?? ''} label={t(`enum.mailState.${mail.state}`)} />
      <div className="grow">
        <p>{t(`panel.application.mail.${mail.template}`)}</p>
        <p className="t2 s12">
          {mail.recipient}
          {at && mail.state === 'QUEUED' && `, ${t('panel.application.mailDue', { at: whenOf(locale, at) })}`}
          {at && mail.state !== 'QUEUED' && (
            <>
              , <Age at={at} />
            </>
          )}
          {mail.error && `, ${mail.error}`}
        </p>
      </div>
      {mail.state === 'QUEUED' && mayStop && (
        <Button
          small
          refusal={isOnline ? undefined : t('panel.list.offline')}
          isBusy={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t('panel.application.stopMail')}
        </Button>
      )}
    </li>
  );
};
