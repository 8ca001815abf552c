import { useState } from 'react';
import { useLocation, useNavigate, useTranslate } from 'ra-core';
import { useResourceMeta } from '../../meta';
import { dateFormat } from '../../format/format';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Skeleton } from '../../ui/Skeleton';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { RowsSearchContext } from '../useRecordPath';
import { useMinute } from '../useMinute';
import { useWords } from '../useWords';
import { viewIn, withView } from '../views/viewAddress';
import { BarRows } from './BarRows';
import { lastMonth, placeIn, writePlace, type CalendarPlace } from './calendarAddress';
import { addMonths, firstWeekday, lastDay, todayHere, weeksOf } from './days';
import { MonthGrid } from './MonthGrid';
import { useCalendarRecords } from './useCalendarRecords';
import './calendar.css';

/** The records of a list by days, under its filters: a month, or bars over three. Which months are in sight stands in the address. */
export const Calendar = ({ filter }: { filter: Record<string, unknown> }) => {
  const { locale } = useWords();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const today = todayHere(useMinute());
  const place = placeIn(viewIn(search), today);
  const weeks = weeksOf(place.month, firstWeekday(locale));
  const inMonth = { first: weeks[0]?.[0] ?? '', last: weeks.at(-1)?.[6] ?? '' };
  const period = place.isBars ? { first: `${place.month}-01`, last: lastDay(lastMonth(place)) } : inMonth;
  const query = useCalendarRecords(filter, period);
  const [reached, setReached] = useState<string>(); // by keys, in a month that was not in sight
  const go = (to: Partial<CalendarPlace>, day?: string) => {
    setReached(day);
    navigate(pathname + withView(search, writePlace({ ...place, ...to })));
  };
  const { records, error, isPending } = query;
  return (
    <RowsSearchContext value={search}>
      <Bar place={place} today={today} onGo={to => go(to)} />
      <div className="cal" aria-busy={query.isFetching}>
        {error && <Refusal error={error} onRetry={retryOf(query)} />}
        {isPending && <Skeleton width={320} height={160} />}
        {!isPending && !error && place.isBars && <BarRows records={records} period={period} today={today} />}
        {!isPending && !error && !place.isBars && (
          <MonthGrid
            key={place.month}
            month={place.month}
            weeks={weeks}
            records={records}
            today={today}
            start={reached}
            onDay={day => go({ month: day.slice(0, 7) }, day)}
          />
        )}
        <More asked={query} />
      </div>
    </RowsSearchContext>
  );
};

const More = ({ asked }: { asked: ReturnType<typeof useCalendarRecords> }) => {
  const { t, number, plural } = useWords();
  const { records, hasNextPage, isFetchingNextPage, fetchNextPage } = asked;
  if (!asked.data) return null;
  return (
    <p className="cal-count">
      <span role="status">{t('panel.calendar.count', { number: number(records.length), plural })}</span>
      {hasNextPage && (
        <Button small isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('panel.calendar.more')}
        </Button>
      )}
    </p>
  );
};

interface BarProps {
  place: CalendarPlace;
  today: string;
  onGo: (to: Partial<CalendarPlace>) => void;
}

/** The months in sight, the way to others, and whether records lie in them as bars. */
const Bar = ({ place, today, onGo }: BarProps) => {
  const t = useTranslate();
  const { locale } = useWords();
  const { calendar } = useResourceMeta();
  const nameOf = (month: string) =>
    dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01T00:00:00Z`));
  const last = lastMonth(place);
  const name = last === place.month ? nameOf(last) : `${nameOf(place.month)} – ${nameOf(last)}`;
  return (
    <div className="cal-bar">
      <h2 aria-live="polite">{name}</h2>
      <span className="end">
        <IconButton
          icon="left"
          label={t('panel.calendar.before')}
          onClick={() => onGo({ month: addMonths(place.month, -1) })}
        />
        <Button small onClick={() => onGo({ month: today.slice(0, 7) })}>
          {t('panel.calendar.today')}
        </Button>
        <IconButton
          icon="right"
          label={t('panel.calendar.after')}
          onClick={() => onGo({ month: addMonths(place.month, 1) })}
        />
        <Button small aria-pressed={!place.isBars} onClick={() => onGo({ isBars: false })}>
          {t('panel.calendar.month')}
        </Button>
        <Button small aria-pressed={place.isBars} onClick={() => onGo({ isBars: true })}>
          {t(calendar?.start ? 'panel.calendar.bars' : 'panel.calendar.line')}
        </Button>
      </span>
    </div>
  );
};
