import { createContext, useContext } from 'react';
import { useResourceContext, useTranslate } from 'ra-core';
import type { ActionMeta, ConditionMeta, Meta, ResourceMeta } from './types';

const none: Meta = {
  permissions: [],
  groups: [],
  enums: {},
  enumText: {},
  enumNames: {},
  resources: [],
  lookups: {},
  messageSetVersion: '',
  outsideScope: [],
};

/** Holds what the service told about itself for the person signed in. */
export const MetaContext = createContext<Meta>(none);

/** The metadata of the person signed in. */
export const useMeta = () => useContext(MetaContext);

/** The name under which react-admin knows a resource: its route, or its own name when it has no screen. */
export const resourceKey = (meta: ResourceMeta) => meta.route.replace(/^\//, '') || meta.name;

/** Finds a resource by its name or by its route, with or without the leading slash. */
export const findResource = (meta: Meta, nameOrRoute: string) => {
  const key = nameOrRoute.replace(/^\//, '');
  return meta.resources.find(r => r.name === nameOrRoute || (r.route !== '' && resourceKey(r) === key));
};

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

/** Why a call is closed to somebody who sees some clients only; undefined where it is open. */
export const useOutsideScope = (call: string) => {
  const t = useTranslate();
  return useMeta().outsideScope.includes(call) ? t('access.block.outsideScope') : undefined;
};

/** The field of a record; undefined for a name the metadata does not hold. */
export const fieldOf = (meta: ResourceMeta, name: string) => meta.fields.find(f => f.name === name);

/** The field that holds the name of what a reference refers to: clientName for clientId. */
export const nameFieldOf = (reference: string) => reference.replace(/Id$/, 'Name');

/** Whether a record satisfies a condition; none is satisfied by all. */
export const satisfies = (when: ConditionMeta | undefined, record: Record<string, unknown>) =>
  !when || when.in.includes(record[when.field]);

/** Whether the record's state allows the action. */
export const isAllowed = ({ when }: ActionMeta, record: Record<string, unknown>) => satisfies(when, record);

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
