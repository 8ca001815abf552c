import type { Resources } from '../../generated/resources';

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
  /** The field with the id of the freelancer that a record is about. */
  subject?: string;
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
