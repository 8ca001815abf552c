import { useRef, useState, type KeyboardEvent } from 'react';
import { resourceLabel, useResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { useWords } from '../useWords';
import { DayList } from './DayList';
import { addDays, longDay, weekday } from './days';
import { EventLink } from './EventLink';
import { eventsByDay, type CalendarEvent } from './events';

interface Props {
  month: string;
  weeks: string[][];
  records: readonly Saved[];
  today: string;
  /** Turns to another month. */
  onMonth: (step: number) => void;
}

/** How many events a day shows before the others are only counted. */
const inCell = 3;

/** A month in weeks. A day opens the list of what happens on it; arrows go from day to day. */
export const MonthGrid = ({ month, weeks, records, today, onMonth }: Props) => {
  const meta = useResourceMeta();
  const { t, locale } = useWords();
  const [opened, setOpened] = useState<string>();
  const [cursor, setCursor] = useState(today.startsWith(month) ? today : `${month}-01`);
  const table = useRef<HTMLTableElement>(null);
  const events = eventsByDay(meta, records, weeks[0]?.[0] ?? '', weeks.at(-1)?.[6] ?? '');
  const onKeyDown = (event: KeyboardEvent) => {
    const turn = { PageUp: -1, PageDown: 1 }[event.key];
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!turn && !step) return;
    event.preventDefault();
    if (turn) return onMonth(turn);
    const next = addDays(cursor, step ?? 0);
    const button = table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`);
    if (!button) return onMonth(step && step > 0 ? 1 : -1);
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

const dayClass = (day: string, month: string, today: string) =>
  [day.startsWith(month) ? '' : 'other', day === today ? 'today' : ''].join(' ').trim();

interface DayProps {
  day: string;
  count: number;
  isOpen: boolean;
  isCursor: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
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
