import { useEffect, useMemo, useState } from 'react';
import { useGetIdentity } from 'ra-core';
import { changedFields, payloadOf, type Values } from './changes';
import { draftOf, dropOldDrafts, type Draft } from './drafts';

interface Form {
  base: Values;
  values: Values;
  changed: readonly string[];
}

const pick = (values: Values, names: readonly string[]) => Object.fromEntries(names.map(name => [name, values[name]]));

/** What a draft makes of a stored record; undefined when it changes nothing any more. */
const applied = (record: Values, draft: Draft | undefined) => {
  if (!draft || changedFields(record, { ...record, ...draft.values }, Object.keys(draft.values)).length === 0)
    return undefined;
  // The form goes on from the version the draft began with, so that saving meets what happened meanwhile.
  const base = { ...record, ...draft.base, ...(draft.version !== undefined && { version: draft.version }) };
  return { base, values: { ...base, ...draft.values }, at: draft.at };
};

interface Start {
  resource: string;
  id: string;
  /** Values under the names that their fields have today, where one can have been renamed. */
  today?: (values: Values) => Values;
  /** The record was deleted since. */
  isGone?: boolean;
}

const renamed = (draft: Draft | undefined, today: (values: Values) => Values) =>
  draft && { ...draft, values: today(draft.values), base: today(draft.base) };

/** Where a form starts: from the stored record, or from what was left unsaved, unless the record was deleted since. */
export const useFormStart = (record: Values, { resource, id, today, isGone = false }: Start) => {
  const { identity } = useGetIdentity();
  const person = String(identity?.id ?? '');
  const draft = useMemo(() => draftOf(person, resource, id), [person, resource, id]);
  const [restored, setRestored] = useState(() => {
    dropOldDrafts();
    if (isGone) draft.drop();
    return applied(record, today ? renamed(draft.read(), today) : draft.read());
  });
  return { draft, restored, start: restored ?? { base: record, values: record }, forget: () => setRestored(undefined) };
};

/** Keeps the draft in step with the form. */
export const useStoreDraft = (draft: ReturnType<typeof draftOf>, form: Form) => {
  const { base, values, changed } = form;
  useEffect(() => {
    const version = typeof base['version'] === 'number' ? base['version'] : undefined;
    if (changed.length === 0) draft.drop();
    else draft.write({ at: Date.now(), version, values: payloadOf(values, changed), base: pick(base, changed) });
  }, [draft, base, values, changed]);
};
