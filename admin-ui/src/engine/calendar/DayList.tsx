import { useWords } from '../useWords';
import { longDay } from './days';
import { EventLink } from './EventLink';
import type { CalendarEvent } from './events';

/** All that happens on a day. */
export const DayList = ({ day, events }: { day: string; events: readonly CalendarEvent[] }) => {
  const { t, locale } = useWords();
  const title = longDay(locale, day);
  return (
    <section className="cal-list" aria-label={title}>
      <h3>{title}</h3>
      {events.length === 0 && <p className="t2">{t('panel.calendar.nothing')}</p>}
      <ul>
        {events.map(event => (
          <li key={`${event.record.id} ${event.field}`}>
            <EventLink event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
};
