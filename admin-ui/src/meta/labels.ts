/* Keys of the texts. They are derived here and nowhere else. */

import type { Meta, ResourceMeta } from './types';

type Named = Pick<ResourceMeta, 'name'>;

/** A word about the resource as such: `name` is its singular, `plural` its plural. */
export const resourceLabel = (meta: Named, word: 'name' | 'plural') => `resources.${meta.name}.${word}`;
/** The label of a field; nested ones by dotted path. */
export const fieldLabel = (meta: Named, field: string) => `resources.${meta.name}.fields.${field}`;
/** The hint below a field. Not every field has one. */
export const hintLabel = (meta: Named, field: string) => `resources.${meta.name}.hints.${field}`;
/** The title of a form section. */
export const sectionLabel = (meta: Named, section: string) => `resources.${meta.name}.sections.${section}`;
/** The label of a filter. */
export const filterLabel = (meta: Named, filter: string) => `resources.${meta.name}.filters.${filter}`;
/** A word of an action. */
export const actionLabel = (meta: Named, action: string, word: 'label' | 'title' | 'text' | 'submit' | 'done') =>
  `resources.${meta.name}.actions.${action}.${word}`;
/** The label of an input of an action. */
export const inputLabel = (meta: Named, action: string, field: string) =>
  `resources.${meta.name}.actions.${action}.fields.${field}`;
/** The text of one value of an enumeration: a `*` in the key of the enumeration stands for the value, or for the
 * name that the texts go by. */
export const enumText = (meta: Meta, name: string, value: string) => {
  const key = meta.enumText?.[name] ?? `enum.${name}`;
  const word = meta.enumNames?.[name]?.[value] ?? value;
  return key.includes('*') ? key.replace('*', () => word) : `${key}.${word}`;
};
