import type { CSSProperties } from 'react';
import { LinkBase } from 'ra-core';
import { fieldLabel, recordTitle, resourceLabel, useResourceMeta } from '../../meta';
import { dateFormat, formatDate, formatPeriod } from '../../format/format';
import { Empty } from '../../ui/Empty';
import { Level } from '../../ui/Level';
import { lookOf } from '../../ui/statusLook';
import { useRowPath } from '../useRecordPath';
import type { Saved } from '../useRecordSaved';
import { useWords } from '../useWords';
import { addDays, addMonths, daysBetween } from './days';
import { barOf, eventsByDay } from './events';
import type { Period } from './useCalendarRecords';

interface Props {
  records: readonly Saved[];
  period: Period;
  today: string;
}

/** A part of a line, in parts of the whole. */
const place = ({ first, last }: Period, from: string, to = from) => {
  const days = daysBetween(first, last) + 1;
  const start = Math.max(0, daysBetween(first, from));
  const end = Math.min(days, daysBetween(first, to) + 1);
  return { '--at': start / days, '--long': Math.max(0, end - start) / days } as CSSProperties; // custom properties of our own
};

/** A row for each record, over some months: how long it lasts, its days, and how many of its places are taken. */
export const BarRows = ({ records, period, today }: Props) => {
  const meta = useResourceMeta();
  const { t, locale, plural } = useWords();
  const months = monthsIn(period);
  const isNow = today >= period.first && today <= period.last;
  if (records.length === 0) return <Empty icon="calendar" title={t('panel.calendar.none', { plural })} />;
  return (
    <>
      {meta.calendar?.start && <Legend />}
      <div className="tl">
        <div className="tl-h" aria-hidden="true">
          <span>{t(fieldLabel(meta, meta.title))}</span>
          <span className="tl-track">
            {months.map(month => (
              <b key={month} style={place(period, `${month}-01`)}>
                {dateFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.parse(`${month}-01`))}
              </b>
            ))}
            {isNow && (
              <i className="tl-today" style={place(period, today)}>
                {t('panel.calendar.today')}
              </i>
            )}
          </span>
        </div>
        <ul className="tl-rows" aria-label={t(resourceLabel(meta, 'plural'))}>
          {records.map(record => (
            <BarRow key={record.id} record={record} period={period} today={today} />
          ))}
        </ul>
      </div>
    </>
  );
};

const tones = ['runs', 'soon', 'rest'];

/** What the colours of the bars say. */
const Legend = () => {
  const { t } = useWords();
  return (
    <ul className="tl-legend">
      {tones.map(tone => (
        <li key={tone}>
          <i className={`tl-swatch ${tone}`} aria-hidden="true" />
          {t(`panel.calendar.tone.${tone}`)}
        </li>
      ))}
    </ul>
  );
};

const monthsIn = ({ first, last }: Period) => {
  const out = [first.slice(0, 7)];
  for (let next = addMonths(first.slice(0, 7), 1); next <= last.slice(0, 7); next = addMonths(next, 1)) out.push(next);
  return out;
};

const BarRow = ({ record, period, today }: Omit<Props, 'records'> & { record: Saved }) => {
  const meta = useResourceMeta();
  const { t, locale } = useWords();
  const path = useRowPath();
  const bar = barOf(meta, record);
  const days = [...eventsByDay(meta, [record], period.first, period.last).values()]
    .flat()
    .filter(({ kind }) => kind === 'day');
  const isNow = today >= period.first && today <= period.last;
  return (
    <li className="tl-r" data-row={record.id}>
      <span className="tl-name">
        <LinkBase className="t ell" to={path(record.id)}>
          {recordTitle(meta, record)}
        </LinkBase>
        <Capacity record={record} />
      </span>
      <span className="tl-track">
        {isNow && <i className="tl-now" style={place(period, today)} />}
        {bar && bar.last >= period.first && bar.first <= period.last && (
          <span
            className={`tl-bar ${toneOf(meta.status, record, bar.last, today)}`}
            style={place(period, bar.first, bar.last)}
          >
            {formatPeriod(locale, bar.first, bar.last)}
          </span>
        )}
        {days.map(({ field, day }) => (
          <span key={field} className={`tl-day ${day < today ? 'past' : ''}`} style={place(period, day)}>
            <i className="cal-mark" aria-hidden="true" />
            <span>
              {t(fieldLabel(meta, field))} {formatDate(locale, day)}
            </span>
          </span>
        ))}
      </span>
    </li>
  );
};

/** How many days before its end something ends soon. */
const soon = 21;

const toneOf = (status: string, record: Saved, last: string, today: string) => {
  if (lookOf(String(record[status] ?? '')).tone !== 'ok') return 'rest';
  return last >= today && last <= addDays(today, soon) ? 'soon' : '';
};

const Capacity = ({ record }: { record: Saved }) => {
  const { calendar } = useResourceMeta();
  const { t } = useWords();
  if (!calendar?.taken || !calendar.places) return null;
  const [value, max] = [Number(record[calendar.taken] ?? 0), Number(record[calendar.places] ?? 0)];
  return (
    <span className="pair tl-places">
      <Level value={value} max={max} />
      <span aria-hidden="true">
        {value}/{max}
      </span>
      <span className="vh">{t('panel.calendar.places', { value, max })}</span>
    </span>
  );
};
