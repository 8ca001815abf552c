import { addMonths, isMonth } from './days';

/** What the address says of the calendar: the first month in sight, and whether records lie in it as bars. */
export interface CalendarPlace {
  month: string;
  isBars: boolean;
}

/** How many months the bars lie over. */
const barMonths = 3;

/** Reads the view of an address, such as `calendar.2026-11.bars`; today's month where it names none. */
export const placeIn = (view: string, today: string): CalendarPlace => {
  const [, ...parts] = view.split('.');
  const month = parts.find(isMonth);
  return { month: month ?? today.slice(0, 7), isBars: parts.includes('bars') };
};

/** Writes it. */
export const writePlace = ({ month, isBars }: CalendarPlace) => `calendar.${month}${isBars ? '.bars' : ''}`;

/** The last month in sight. */
export const lastMonth = ({ month, isBars }: CalendarPlace) => (isBars ? addMonths(month, barMonths - 1) : month);
