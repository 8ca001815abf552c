import type { Dayjs } from 'dayjs';
import { dateFormat } from '../format/format';

/** Writes the head of a calendar's column: "Mon". One letter would stand for two days. */
export const dayOfWeek = (locale: string) => (day: Dayjs) =>
  dateFormat(locale, { weekday: 'short' }).format(day.toDate());
