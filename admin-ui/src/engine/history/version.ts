import type { FieldMeta, ResourceMeta } from '../../meta';
import type { HistoryEntry as Entry } from '../../generated/answers';

/** Fields that say nothing beside the entry itself. */
export const silent = new Set([
  'version',
  'lastUpdated',
  'lastUpdatedBy',
  'statusChangedAt',
  'statusChangedBy',
  'statusReason',
  'statusComment',
  'closedAt',
  'deletedAt',
  'deletedBy',
]);

/** Says whether the form lets one change a field of a record that exists. */
export const isEditable = (meta: ResourceMeta, field: FieldMeta | undefined) =>
  field !== undefined &&
  !field.readOnly &&
  !field.createOnly &&
  meta.form.some(section => section.fields.includes(field.name));

/** What the form's fields held after an entry, as far as they changed since. `newer` are the entries after it, newest first. */
export const valuesAfter = (meta: ResourceMeta, newer: Entry[]): [field: string, value: unknown][] => {
  const then: Record<string, unknown> = Object.assign({}, ...newer.map(entry => entry.before));
  return meta.fields.flatMap(field =>
    isEditable(meta, field) && field.name in then ? [[field.name, then[field.name]]] : [],
  );
};

/** A record as it was before the latest entries, newest first. */
export const asBefore = (record: Record<string, unknown>, latest: Entry[]): Record<string, unknown> =>
  Object.assign({}, record, ...latest.map(entry => entry.before));

/** The fields in which a record differs from what it was. */
export const differing = (then: Record<string, unknown>, now: Record<string, unknown>) =>
  Object.keys(then).filter(
    name => !silent.has(name) && name in now && JSON.stringify(then[name]) !== JSON.stringify(now[name]),
  );
