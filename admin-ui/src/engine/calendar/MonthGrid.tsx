import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { resourceLabel, useResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { useWords } from '../useWords';
import { DayList } from './DayList';
import { addDays, addMonths, lastDay, longDay, weekday } from './days';
import { EventLink } from './EventLink';
import { eventsByDay, type CalendarEvent } from './events';

interface Props {
  month: string;
  weeks: string[][];
  records: readonly Saved[];
  today: string;
  /** The day that keys have led to, which gets the focus. */
  start: string | undefined;
  /** Goes to a day that is not in sight. */
  onDay: (day: string) => void;
}

/** How many events a day shows before the others are only counted. */
const inCell = 3;

/** A month in weeks. A day opens the list of what happens on it; arrows go from day to day. */
export const MonthGrid = ({ month, weeks, records, today, start, onDay }: Props) => {
  const meta = useResourceMeta();
  const { t, locale } = useWords();
  const [opened, setOpened] = useState<string>();
  const [cursor, setCursor] = useState(start ?? (today.startsWith(month) ? today : `${month}-01`));
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (start) buttonOf(table.current, start)?.focus();
  }, [start]);
  const events = eventsByDay(meta, records, weeks[0]?.[0] ?? '', weeks.at(-1)?.[6] ?? '');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const day = event.currentTarget.dataset['day'] ?? cursor;
    const turn = { PageUp: -1, PageDown: 1 }[event.key];
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!turn && !step) return;
    event.preventDefault();
    if (turn) return onDay(sameDay(day, addMonths(month, turn)));
    const next = addDays(day, step ?? 0);
    const button = buttonOf(table.current, next);
    if (!button) return onDay(next);
    setCursor(next);
    button.focus();
  };
  return (
    <>
      <table ref={table} className="cal-month" aria-label={t(resourceLabel(meta, 'plural'))}>
        <thead>
          <tr>
            {weeks[0]?.map(day => (
              <th key={day} scope="col">
                {weekday(locale, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <td key={day} className={dayClass(day, month, today)}>
                  <DayButton
                    day={day}
                    count={events.get(day)?.length ?? 0}
                    isOpen={day === opened}
                    isCursor={day === cursor}
                    onKeyDown={onKeyDown}
                    onOpen={() => {
                      setCursor(day);
                      setOpened(day === opened ? undefined : day);
                    }}
                  />
                  <DayEvents events={events.get(day) ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {opened && <DayList day={opened} events={events.get(opened) ?? []} />}
    </>
  );
};

const buttonOf = (table: HTMLElement | null, day: string) => table?.querySelector<HTMLElement>(`[data-day="${day}"]`);

/** The day of the same number in a month, or its last one. */
const sameDay = (day: string, month: string) => {
  const last = lastDay(month);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
};

const dayClass = (day: string, month: string, today: string) =>
  [day.startsWith(month) ? '' : 'other', day === today ? 'today' : ''].join(' ').trim();

interface DayProps {
  day: string;
  count: number;
  isOpen: boolean;
  isCursor: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const DayButton = ({ day, count, isOpen, isCursor, onOpen, onKeyDown }: DayProps) => {
  const { t, locale } = useWords();
  return (
    <button
      type="button"
      className="cal-day"
      data-day={day}
      data-count={count || undefined}
      tabIndex={isCursor ? 0 : -1}
      aria-expanded={isOpen}
      aria-label={t('panel.calendar.day', { day: longDay(locale, day), smart_count: count })}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      {Number(day.slice(8))}
    </button>
  );
};

const DayEvents = ({ events }: { events: readonly CalendarEvent[] }) => {
  const { t } = useWords();
  if (events.length === 0) return null;
  const shown = events.length > inCell ? events.slice(0, inCell - 1) : events;
  return (
    <ul className="cal-events">
      {shown.map(event => (
        <li key={`${event.record.id} ${event.field}`}>
          <EventLink event={event} isShort />
        </li>
      ))}
      {shown.length < events.length && (
        <li className="t3">{t('panel.calendar.others', { smart_count: events.length - shown.length })}</li>
      )}
    </ul>
  );
};
