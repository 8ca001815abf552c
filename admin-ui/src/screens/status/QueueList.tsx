import { useLocaleState, useTranslate } from 'ra-core';
import { numberFormat } from '../../format/format';
import { whenOf } from '../../format/when';
import type { ServiceQueue } from '../../generated/answers';

/** What waits in each queue, and since when the oldest of it does. */
export const QueueList = ({ queues }: { queues: ServiceQueue[] }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  return (
    <table className="grid waits">
      <thead>
        <tr>
          <th scope="col">{t('panel.status.queue')}</th>
          <th scope="col">{t('panel.status.waiting')}</th>
          <th scope="col">{t('panel.status.oldest')}</th>
        </tr>
      </thead>
      <tbody>
        {queues.map(queue => (
          <tr key={queue.name}>
            <th scope="row">{t(`panel.status.wait.${queue.name}`)}</th>
            <td>{numberFormat(locale, {}).format(queue.waiting)}</td>
            <td>{queue.oldestAt ? whenOf(locale, queue.oldestAt) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
