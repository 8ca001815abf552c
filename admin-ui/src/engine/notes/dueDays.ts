const isoOf = (day: Date) =>
  [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join('-');

/** The day so many days from now, where the reader is. */
export const dayFromNow = (days: number, now = new Date()) =>
  isoOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));

/** The Monday of the next week. */
export const nextMonday = (now = new Date()) => dayFromNow((8 - now.getDay()) % 7 || 7, now);

/** Tasks in the order of their due dates; those without one come last. */
export const byDueDate = (a: { dueOn: string | null }, b: { dueOn: string | null }) =>
  (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999');
