import { dateFormat } from './format';

/** An instant in a time line: day and minute, with the year when it is not this one. */
export const whenOf = (locale: string, iso: string, now = new Date()) => {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === now.getFullYear();
  return dateFormat(locale, {
    day: '2-digit',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
};
