import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { dateFormat } from '../engine/format';
import type { Days } from './DateModal';
import { IconButton } from './IconButton';
import { addDays, addMonths, today, weekday, weeksOf } from './day';
import './month.css';

interface Props {
  /** The day the keys move. */
  cursor: string;
  days: Days;
  min?: string | undefined;
  max?: string | undefined;
  onMove: (day: string) => void;
  onChoose: (day: string) => void;
}

const moves: Record<string, (day: string, isShift: boolean) => string> = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -7),
  ArrowDown: day => addDays(day, 7),
  Home: day => addDays(day, -weekday(day)),
  End: day => addDays(day, 6 - weekday(day)),
  PageUp: (day, isShift) => addMonths(day, isShift ? -12 : -1),
  PageDown: (day, isShift) => addMonths(day, isShift ? 12 : 1),
};

const named = (locale: string, iso: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(iso));

/** One month. The arrows move by day and week, Page Up and Page Down by month, with Shift by year. */
export const MonthGrid = ({ cursor, days, min, max, onMove, onChoose }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  const weeks = weeksOf(cursor);
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor]);
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    byKey.current = true;
    onMove(move(cursor, event.shiftKey));
  };
  return (
    <div className="month">
      <div className="month-h">
        <IconButton icon="left" label={t('panel.date.previousMonth')} onClick={() => onMove(addMonths(cursor, -1))} />
        <h3 aria-live="polite">{named(locale, cursor, { month: 'long', year: 'numeric' })}</h3>
        <IconButton icon="right" label={t('panel.date.nextMonth')} onClick={() => onMove(addMonths(cursor, 1))} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the element of the grid pattern */}
      <table ref={grid} role="grid" onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]?.map(day => (
              <th key={day} scope="col" abbr={named(locale, day, { weekday: 'long' })}>
                {named(locale, day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <Day
                  key={day}
                  day={day}
                  name={named(locale, day, { dateStyle: 'full' })}
                  look={lookOf(day, cursor, days)}
                  isCursor={day === cursor}
                  isOff={Boolean((min && day < min) || (max && day > max))}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const lookOf = (day: string, cursor: string, { start, end }: Days) => {
  if (day === start || day === end) return 'on';
  if (start && end && day > start && day < end) return 'in-range';
  return day.slice(0, 7) === cursor.slice(0, 7) ? '' : 'other';
};

interface DayProps {
  day: string;
  name: string;
  look: string;
  isCursor: boolean;
  isOff: boolean;
  onChoose: (day: string) => void;
}

const Day = ({ day, name, look, isCursor, isOff, onChoose }: DayProps) => (
  <td>
    <button
      type="button"
      data-day={day}
      className={`day ${look}`}
      tabIndex={isCursor ? 0 : -1}
      aria-label={name}
      aria-pressed={look === 'on' || look === 'in-range'}
      aria-current={day === today(new Date()) ? 'date' : undefined}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onChoose(day)}
    >
      {Number(day.slice(8))}
    </button>
  </td>
);
