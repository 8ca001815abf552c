import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';
import type { ResourceMeta } from '../../meta';
import { useOnline } from '../useOnline';
import type { Saved } from '../useRecordSaved';
import { payloadOf, type Values } from './changes';
import { idempotencyKeys } from './idempotencyKeys';
import { retryOf } from './retryOf';
import { unwrapped } from './unwrapped';
import type { RecordForm } from './useRecordForm';

interface Wanted {
  meta: ResourceMeta;
  form: RecordForm;
  onCreated: (saved: Saved) => void;
  onWrong: () => void;
}

const nothingMore = {};

/** Creates the record that the form describes, once however often it is asked for. */
export const useCreate = ({ meta, form, onCreated, onWrong }: Wanted) => {
  const isOnline = useOnline();
  const [keyFor] = useState(idempotencyKeys);
  const [hasGeneral, setGeneral] = useState(false);
  const run = useMutation({
    mutationFn: async (more: Values) => {
      const payload = { ...filled(form.values, form.names), ...payloadOf(form.values, form.changed), ...more };
      const body = meta.create?.wrap ? { [meta.create.wrap]: payload } : payload;
      const headers = { 'idempotency-key': keyFor(JSON.stringify(body)) };
      return (await request<Saved>('POST', meta.create?.path ?? meta.path, { body, headers })).data;
    },
    onMutate: () => setGeneral(false),
    onSuccess: onCreated,
    onError: error => {
      setGeneral(!(error instanceof HttpError) || form.showFailure(unwrapped(error, meta.create?.wrap)));
      onWrong();
    },
  });
  const save = () => {
    if (run.isPending || !isOnline) return;
    if (form.check()) run.mutate(nothingMore);
    else onWrong();
  };
  return {
    save,
    /** The same again with more than the form says, such as an answer to a refusal. */
    saveWith: run.mutate,
    isBusy: run.isPending,
    isOnline,
    error: run.error,
    /** Something of it has no field to stand at. */
    isGeneral: hasGeneral && run.error !== null,
    retry: retryOf(run),
  };
};

/** What a new record says: also the values it started with. */
const filled = (values: Values, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap(name => (values[name] === undefined || values[name] === null ? [] : [[name, values[name]]])),
  );
