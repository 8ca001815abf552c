import { createContext, useContext } from 'react';
import { useResourceContext } from 'ra-core';
import type { Resources } from '../generated/resources';

/** The resources of the service, by the names the generator knows. */
export type ResourceName = keyof Resources & string;
/** The record of a resource as the service sends it. */
export type RecordOf<R extends ResourceName> = Resources[R]['record'];
/** The actions of a resource. */
export type ActionName<R extends ResourceName> = keyof Resources[R]['actions'] & string;

/** What a value is, which decides how it is shown and edited. */
export type Kind =
  | 'id'
  | 'text'
  | 'longtext'
  | 'html'
  | 'int'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'bool'
  | 'date'
  | 'instant'
  | 'enum'
  | 'ref'
  | 'object'
  | 'json'
  | 'messageKey'
  | 'email'
  | 'phone'
  | 'url'
  | 'country'
  | 'currency'
  | 'locale'
  | 'code'
  | 'file'
  | 'image';

/** One field of a record or of an action's input. Absent means false or unbounded. */
export interface FieldMeta {
  name: string;
  kind: Kind;
  required?: boolean;
  readOnly?: boolean;
  createOnly?: boolean;
  /** Asked for, never answered. */
  writeOnly?: boolean;
  many?: boolean;
  max?: number;
  min?: number;
  minValue?: number;
  maxValue?: number;
  pattern?: string;
  enum?: string;
  ref?: string;
  sortable?: boolean;
  sensitive?: boolean;
  fields?: FieldMeta[];
}

/** What one can filter a list by. */
export interface FilterMeta {
  name: string;
  kind: Kind | 'client';
  enum?: string;
  ref?: string;
  many?: boolean;
}

/** One action of a record or of the list; its input is its dialog. */
export interface ActionMeta {
  name: string;
  target: 'record' | 'list';
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  idIn?: 'body' | 'path';
  input?: FieldMeta[] | null;
  when?: { field: string; in: unknown[] };
  preview?: boolean;
  bulk?: boolean;
}

/** What the caller may do with the records of a resource. */
export type Ability = 'read' | 'create' | 'update' | 'delete' | 'restore' | 'history' | 'export';

/** One resource, as far as the caller may see it. */
export interface ResourceMeta {
  name: string;
  route: string;
  path: string;
  /** Absent when the caller may not create; without a path it is that of the resource. */
  create?: { path?: string; wrap?: string };
  title: string;
  handle: string;
  status: string;
  fields: FieldMeta[];
  columns: string[];
  hidden: string[];
  row: string[];
  sort: string;
  filters: FilterMeta[];
  form: { name: string; fields: string[] }[];
  can: Ability[];
  actions: ActionMeta[];
  /** What the form of a new record starts with. */
  new?: Record<string, unknown>;
  trash?: { field: string; value: string };
  counters?: boolean;
}

/** One entry of a sidebar group. */
export interface EntryMeta {
  name: string;
  /** The key of its text. */
  label: string;
  route: string;
  resource?: string;
}

/** One group of the sidebar. */
export interface GroupMeta {
  name: string;
  segment: string;
  route?: string;
  entries: EntryMeta[];
}

/** The answer of GET /api/meta. */
export interface Meta {
  permissions: string[];
  groups: GroupMeta[];
  enums: Record<string, string[]>;
  enumText: Record<string, string>;
  resources: ResourceMeta[];
  messageSetVersion: string;
}

const none: Meta = { permissions: [], groups: [], enums: {}, enumText: {}, resources: [], messageSetVersion: '' };

/** Holds what the service told about itself for the person signed in. */
export const MetaContext = createContext<Meta>(none);

/** The metadata of the person signed in. */
export const useMeta = () => useContext(MetaContext);

/** The name under which react-admin knows a resource: its route, or its own name when it has no screen. */
export const resourceKey = (meta: ResourceMeta) => meta.route.replace(/^\//, '') || meta.name;

/** Finds a resource by its name or by its route, with or without the leading slash. */
export const findResource = (meta: Meta, nameOrRoute: string) =>
  meta.resources.find(
    r => r.name === nameOrRoute || (r.route !== '' && resourceKey(r) === nameOrRoute.replace(/^\//, '')),
  );

/** The resource at hand, or the named one. Throws when the caller may not see it: ask `findResource` when that can be. */
export const useResourceMeta = (nameOrRoute?: string): ResourceMeta => {
  const here = useResourceContext();
  const wanted = nameOrRoute ?? here ?? '';
  const found = findResource(useMeta(), wanted);
  if (!found) throw new Error(`no metadata for the resource "${wanted}"`);
  return found;
};

/** Whether the person signed in holds the permission. */
export const useCan = (permission: string) => useMeta().permissions.includes(permission);

/** The field of a record; undefined for a name the metadata does not hold. */
export const fieldOf = (meta: ResourceMeta, name: string) => meta.fields.find(f => f.name === name);

/** Whether the record's state allows the action. */
export const isAllowed = ({ when }: ActionMeta, record: Record<string, unknown>) =>
  !when || when.in.includes(record[when.field]);

/** The action that changes the status, recognised by its input. */
export const statusAction = (meta: ResourceMeta) =>
  meta.status === '' ? undefined : meta.actions.find(a => a.target === 'record' && statusInput(meta, a));

/** The input of an action that takes the next state of a record, whatever the call names it. */
export const statusInput = (meta: ResourceMeta, action: ActionMeta) => {
  const set = fieldOf(meta, meta.status)?.enum;
  return action.input?.find(f => f.name === meta.status || (f.enum !== undefined && f.enum === set));
};

/** What a person calls the record: its title, else its handle, else its id. */
export const recordTitle = (meta: ResourceMeta, record: Record<string, unknown>) =>
  String(record[meta.title] ?? record[meta.handle] ?? record['id'] ?? '');

/* Keys of the texts. They are derived here and nowhere else. */

/** A word about the resource as such: `name` is its singular, `plural` its plural. */
export const resourceLabel = (meta: ResourceMeta, word: 'name' | 'plural') => `resources.${meta.name}.${word}`;
/** The label of a field; nested ones by dotted path. */
export const fieldLabel = (meta: ResourceMeta, field: string) => `resources.${meta.name}.fields.${field}`;
/** The hint below a field. Not every field has one. */
export const hintLabel = (meta: ResourceMeta, field: string) => `resources.${meta.name}.hints.${field}`;
/** The title of a form section. */
export const sectionLabel = (meta: ResourceMeta, section: string) => `resources.${meta.name}.sections.${section}`;
/** The label of a filter. */
export const filterLabel = (meta: ResourceMeta, filter: string) => `resources.${meta.name}.filters.${filter}`;
/** A word of an action. */
export const actionLabel = (meta: ResourceMeta, action: string, word: 'label' | 'title' | 'submit' | 'done') =>
  `resources.${meta.name}.actions.${action}.${word}`;
/** The label of an input of an action. */
export const inputLabel = (meta: ResourceMeta, action: string, field: string) =>
  `resources.${meta.name}.actions.${action}.fields.${field}`;
/** The text of one value of an enumeration. */
export const enumText = (meta: Meta, name: string, value: string) =>
  `${meta.enumText[name] ?? `enum.${name}`}.${value}`;
