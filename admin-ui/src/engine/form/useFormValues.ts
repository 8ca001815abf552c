import { useCallback, useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocaleState, useTranslate } from 'ra-core';
import type { HttpError } from '../../providers/httpError';
import { enumText, useMeta, type CheckMeta, type FieldMeta } from '../../meta';
import { changedFields, type Values } from './changes';
import { checkFailures } from './checkRules';
import { failuresOf } from './fieldRules';
import { useFailureText } from './useFailureText';

/** Whether the path is the field or something inside it: skills, skills[2], homeAddress.city. */
const isWithin = (path: string, field: string) =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

/**
 * The values of a form, what changed and what is wrong. `store` is the same form to react-hook-form, which the inputs of
 * react-admin read and write.
 */
export const useFormValues = (
  fields: readonly FieldMeta[],
  start: { base: Values; values: Values },
  checks: readonly CheckMeta[] = [],
) => {
  const [locale] = useLocaleState();
  const say = useFailureText();
  const named = useNamedValues();
  const [base, setBase] = useState(start.base);
  const [values, setValues] = useState(start.values);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const names = useMemo(() => fields.filter(field => !field.readOnly).map(field => field.name), [fields]);
  const changed = useMemo(() => changedFields(base, values, names), [base, values, names]);

  const store = useForm<Values>({ defaultValues: start.values });
  const { setValue, setError, clearErrors, reset: resetStore, subscribe } = store;

  const hold = useCallback(
    (field: string, value: unknown) => {
      setValues(old => ({ ...old, [field]: value }));
      setErrors(old => Object.fromEntries(Object.entries(old).filter(([path]) => !isWithin(path, field))));
      clearErrors(field);
    },
    [clearErrors],
  );
  const set = (field: string, value: unknown) => {
    hold(field, value);
    setValue(field, value);
  };
  // What an input of react-admin changes is a change like any other.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type, values: all }) => {
          if (name && type === 'change') hold(name, all[name]);
        },
      }),
    [subscribe, hold],
  );
  /** Moves what a field starts from once that is known, and its value with it unless somebody has changed that. */
  const startFrom = (field: string, value: unknown) => {
    setBase(old => ({ ...old, [field]: value }));
    if (!changed.includes(field)) set(field, value);
  };
  const showErrors = (wrong: Record<string, string>) => {
    setErrors(wrong);
    clearErrors();
    for (const [path, message] of Object.entries(wrong)) setError(path, { type: 'wrong', message });
  };
  /** Checks everything; true when nothing is wrong. */
  const check = () => {
    const failures = Object.entries({ ...checkFailures(checks, values), ...failuresOf(fields, values, locale) });
    showErrors(Object.fromEntries(failures.map(([name, { key, params }]) => [name, say(key, params)])));
    return failures.length === 0;
  };
  /** Puts the errors of the service on their fields; answers whether one of them has no field here. */
  const showFailure = (error: HttpError) => {
    const paths = Object.entries(error.fieldErrors);
    const fieldOf = (path: string) => fields.find(field => isWithin(path, field.name));
    const wordsOf = ([path, keys]: [string, string[]]) =>
      keys.map(key => say(key, named(fieldOf(path), error.params[path]?.[key]))).join(' ');
    showErrors(Object.fromEntries(paths.map(each => [each[0], wordsOf(each)])));
    return paths.length === 0 || paths.some(([path]) => !fieldOf(path));
  };
  const reset = (next: { base: Values; values: Values }) => {
    setBase(next.base);
    setValues(next.values);
    setErrors({});
    resetStore(next.values);
  };
  return { base, values, names, changed, errors, set, startFrom, check, showFailure, reset, store };
};

export type FormValues = ReturnType<typeof useFormValues>;

/** What a text about a field mentions, the values of an enumeration by their names. */
const useNamedValues = () => {
  const t = useTranslate();
  const meta = useMeta();
  return (field: FieldMeta | undefined, params: Record<string, unknown> = {}) => {
    const { values } = params;
    const set = field?.enum;
    if (!set || !Array.isArray(values)) return params;
    return { ...params, values: values.map(value => t(enumText(meta, set, String(value)))) };
  };
};
