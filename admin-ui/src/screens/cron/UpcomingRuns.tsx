import { useLocaleState, useTranslate } from 'ra-core';
import { dateFormat, formatDate } from '../../format/format';
import type { SchedulePreview } from '../../generated/answers';
import { Note } from '../../ui/Note';
import '../../engine/list/table.css';

interface Props {
  preview: SchedulePreview;
  /** Another schedule is being typed. */
  isBusy: boolean;
}

type Due = SchedulePreview['upcoming'][number];

/** The next dates of a schedule, in UTC and by the clock of a place, and what changes of that clock do to them. */
export const UpcomingRuns = ({ preview: { upcoming, changes, localZone }, isBusy }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const isLocal = localZone !== 'UTC';
  const clockChanges = [...changes, ...upcoming.filter(due => due.change === 'SHIFTED')];
  return (
    <section className="cron-upcoming" aria-busy={isBusy}>
      <table className="grid">
        <caption className="s13">{t('panel.cron.upcoming')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('panel.cron.upcomingUTC')}</th>
            {isLocal && <th scope="col">{t('panel.cron.upcomingLocal', { zone: localZone })}</th>}
          </tr>
        </thead>
        <tbody>
          {upcoming.map(due => (
            <tr key={due.at}>
              <td className="num">{momentOf(locale, due.at)}</td>
              {isLocal && (
                <td className="num">
                  {momentOf(locale, due.local)} <span className="t2">{offsetOf(due)}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {clockChanges.map(due => (
        <Note key={due.at} tone="warn">
          {t(`panel.cron.change.${due.change}`, {
            scheduled: due.scheduled,
            time: clockOf(locale, due.local),
            date: formatDate(locale, due.local.slice(0, 10)),
          })}
        </Note>
      ))}
    </section>
  );
};

/** The time that stands in an instant of some place, read as if it were one of UTC. */
const wallOf = (local: string) => Date.parse(`${local.slice(0, 16)}Z`);

const momentOf = (locale: string, local: string) =>
  dateFormat(locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(wallOf(local));

const clockOf = (locale: string, local: string) =>
  dateFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' }).format(wallOf(local));

const offsetOf = ({ local }: Due) => `UTC${local.endsWith('Z') ? '+00:00' : local.slice(16)}`;
