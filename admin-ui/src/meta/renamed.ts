import type { ResourceMeta } from './types';

/** What a field is called today that had a name once; any other name stays as it is. */
export const nameToday = (meta: ResourceMeta, name: string) =>
  meta.fields.find(field => field.was?.includes(name))?.name ?? name;

/** Values under the names that their fields have today. */
export const valuesToday = (meta: ResourceMeta, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [nameToday(meta, name), value]));
