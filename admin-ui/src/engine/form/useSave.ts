import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';
import type { ResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { amountGroups, withAmounts } from './amounts';
import { payloadOf, threeWay, type Conflict, type Values } from './changes';
import { retryOf } from './retryOf';
import type { FormValues } from './useFormValues';

/** Somebody else changed the same fields meanwhile. */
export interface Stale {
  theirs: Values;
  /** What of mine stays anyway. */
  mine: Values;
  /** All of mine, and what I started from. */
  values: Values;
  base: Values;
  conflicts: Conflict[];
  by: string;
  at: string;
}

interface Wanted {
  meta: ResourceMeta;
  id: string;
  form: FormValues;
  onSaved: (saved: Saved, count: number) => void;
  /** Told whether a field is to blame. */
  onWrong: (hasWrongFields: boolean) => void;
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The record as somebody else left it, if the service refused for that. */
export const currentOf = (error: Error) => {
  if (!(error instanceof HttpError) || error.code !== 'STALE_VERSION') return undefined;
  const { current } = error.details;
  return isValues(current) ? current : undefined;
};

const nameOf = (who: unknown) => (isValues(who) ? String(who['name'] ?? '') : String(who ?? ''));

/** Saves what changed, guarded by the version it is based on; what others changed meanwhile is merged or asked about. */
export const useSave = ({ meta, id, form, onSaved, onWrong }: Wanted) => {
  const [stale, setStale] = useState<Stale>();
  const [hasGeneral, setGeneral] = useState(false);
  const run = useMutation({
    mutationFn: async ({ payload, version }: { payload: Values; version: unknown }) => {
      const headers = { 'if-match': `"${String(version)}"` };
      return (await request<Saved>('PUT', `${meta.path}/${id}`, { body: payload, headers })).data;
    },
    onMutate: () => setGeneral(false),
    onSuccess: saved => onSaved(saved, form.changed.length),
    onError: error => {
      const theirs = currentOf(error);
      if (theirs) return meet(error, theirs);
      const isGeneral = !(error instanceof HttpError) || form.showFailure(error);
      setGeneral(isGeneral);
      onWrong(error instanceof HttpError && Object.keys(error.fieldErrors).length > 0);
      return undefined;
    },
  });
  /** Goes on from their version with the fields that are still mine. */
  const goOn = (theirs: Values, mine: Values) => {
    setStale(undefined);
    form.reset({ base: theirs, values: { ...theirs, ...mine } });
    const names = withAmounts(meta.fields, Object.keys(mine), theirs);
    if (names.length === 0)
      onSaved(theirs as Saved, 0); // a stored record has its id
    else run.mutate({ payload: payloadOf({ ...theirs, ...mine }, names), version: theirs['version'] });
  };
  const meet = (error: Error, theirs: Values) => {
    const { mine, conflicts } = threeWay(
      { base: form.base, values: form.values, theirs },
      form.names,
      amountGroups(meta.fields),
    );
    if (conflicts.length === 0) return goOn(theirs, mine);
    const { changedBy, changedAt } = error instanceof HttpError ? error.details : {};
    return setStale({
      theirs,
      mine,
      values: form.values,
      base: form.base,
      conflicts,
      by: nameOf(changedBy),
      at: String(changedAt ?? ''),
    });
  };
  const save = () => {
    if (form.changed.length === 0 || run.isPending || !navigator.onLine) return;
    const names = withAmounts(meta.fields, form.changed, form.values);
    if (form.check()) run.mutate({ payload: payloadOf(form.values, names), version: form.base['version'] });
    else onWrong(true);
  };
  return {
    save,
    isBusy: run.isPending,
    /** What has no field to stand at. */
    error: hasGeneral ? run.error : null,
    retry: retryOf(run),
    stale,
    decide: (chosen: Values) => stale && goOn(stale.theirs, { ...stale.mine, ...chosen }),
    giveUp: () => setStale(undefined),
  };
};
