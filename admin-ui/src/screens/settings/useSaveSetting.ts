import { useNotify } from 'ra-core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '../../engine/form/useFailureText';
import { useErrorToast } from '../../engine/useErrorToast';
import { HttpError } from '../../providers/httpError';
import { type Setting, type Value, writeSetting } from './calls';

/** Saves a setting into the answer kept under the key. `wrong` is what the service says against the value. */
export const useSaveSetting = (queryKey: QueryKey, onSaved: () => void) => {
  const say = useFailureText();
  const notify = useNotify();
  const showError = useErrorToast();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ setting, value }: { setting: Setting; value: Value }) => writeSetting(setting, value),
    onSuccess: saved => {
      client.setQueryData<Setting[]>(queryKey, had => had?.map(one => (one.key === saved.key ? saved : one)));
      notify('setting.saved', { type: 'success' });
      onSaved();
    },
    onError: (failure, variables) => {
      if (!wrongOf(failure)) showError(failure, { retry: () => mutate(variables) });
    },
  });
  const wrong = wrongOf(error);
  return {
    save: (setting: Setting, value: Value) => mutate({ setting, value }),
    isBusy: isPending,
    wrong: wrong && say(wrong.key, wrong.params),
  };
};

const wrongOf = (error: unknown) => (error instanceof HttpError ? error.sayingOf('value') : undefined);
