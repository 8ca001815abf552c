import { useLocale, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/override';
import { formatInstant } from '../../format/format';
import type { VmsConnection, VmsMessage } from '../../generated/resources';
import { useCan } from '../../meta';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Note } from '../../ui/Note';

/** Why nothing is sent and until when, with a way to go on at once, and when each side called last. */
export const LastCalls = ({ record, onDone }: AsideProps<VmsConnection>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const notify = useNotify();
  const mayRead = useCan('vms.message.read');
  const [mayConfigure, mayReplay] = [useCan('vms.mapping.write'), useCan('vms.message.replay')];
  const path = `/api/vms/message?connectionId=${record.id}&direction=outbound&limit=1&s=id:desc`;
  const sent = useQuery({
    queryKey: ['vms', 'sent', record.id],
    queryFn: async ({ signal }) => (await request<{ results: VmsMessage[] }>('GET', path, { signal })).data.results[0],
    enabled: mayRead,
    gcTime: 0,
  });
  const resume = useMutation({
    mutationFn: () => request('POST', `/api/vms/connection/${record.id}/resume`, { body: {} }),
    onSuccess: () => {
      notify('resources.vmsConnection.actions.resume.done', { type: 'success' });
      onDone?.();
    },
  });
  const title = t('panel.vms.connect.last');
  return (
    <section className="vms-part" aria-label={title}>
      <h3>{title}</h3>
      {record.pauseReason && record.pausedUntil && (
        <Note tone="warn" icon="pause">
          {t(`enum.vmsPause.${record.pauseReason}`)}. {t('panel.vms.connect.rests')}{' '}
          {formatInstant(locale, record.pausedUntil)}
          {(mayConfigure || mayReplay) && (
            <div className="vms-do">
              <Button small isBusy={resume.isPending} onClick={() => resume.mutate()}>
                {t('panel.vms.connect.goOn')}
              </Button>
            </div>
          )}
          {resume.error && <Refusal error={resume.error} onRetry={retryOf(resume)} />}
        </Note>
      )}
      <dl>
        <div>
          <dt>{t('panel.vms.connect.lastOut')}</dt>
          <dd>
            {sent.data?.lastUpdated ? <Age at={sent.data.lastUpdated} /> : t('panel.vms.connect.noCall')}
            {sent.data && `, ${t(`enum.vmsMessageState.${sent.data.state}`)}`}
          </dd>
        </div>
        <div>
          <dt>{t('panel.vms.connect.lastIn')}</dt>
          <dd>{record.heardAt ? <Age at={record.heardAt} /> : t('panel.vms.connect.noCall')}</dd>
        </div>
      </dl>
    </section>
  );
};
