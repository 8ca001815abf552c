import type { ResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';

/** Something that happens to a record on a day: it begins, it ends, or what a field of its own says. */
export interface CalendarEvent {
  record: Saved;
  day: string;
  kind: 'start' | 'end' | 'day';
  /** The field that holds the day. */
  field: string;
}

const dayIn = (record: Saved, field: string) => String(record[field] ?? '').slice(0, 10);

/** What happens to records on the days from one to another, by the day. */
export const eventsByDay = (meta: ResourceMeta, records: readonly Saved[], first: string, last: string) => {
  const { start, end, days = [] } = meta.calendar ?? {};
  const kinds: [string | undefined, CalendarEvent['kind']][] = [
    [start, 'start'],
    [end, 'end'],
    ...days.map((name): [string, 'day'] => [name, 'day']),
  ];
  const found = new Map<string, CalendarEvent[]>();
  for (const record of records) {
    for (const [field, kind] of kinds) {
      const day = field ? dayIn(record, field) : '';
      if (!field || day < first || day > last) continue;
      found.set(day, [...(found.get(day) ?? []), { record, day, kind, field }]);
    }
  }
  return found;
};

/** The bar of a record: its first and last day, as far as both are known. */
export const barOf = (meta: ResourceMeta, record: Saved) => {
  const { start, end } = meta.calendar ?? {};
  const bar = { first: start ? dayIn(record, start) : '', last: end ? dayIn(record, end) : '' };
  return bar.first && bar.last ? bar : undefined;
};
