import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../engine/useErrorToast';
import { moveKeys } from './trashCalls';

interface Move {
  keys: readonly string[];
  restore: boolean;
}

/** Moves keys of a set to the trash or back, and says how many went. */
export const useTrash = (client: number, onDone?: () => void) => {
  const t = useTranslate();
  const notify = useNotify();
  const fail = useErrorToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ keys, restore }: Move) => moveKeys(client, keys, restore),
    onError: error => fail(error),
    onSuccess: async ({ moved }, { restore }) => {
      notify(t(restore ? 'panel.texts.trash.back' : 'panel.texts.trash.gone', { smart_count: moved }), {
        type: 'success',
      });
      await Promise.all(
        ['texts', 'textTrash', 'textHistory', 'coverage', 'unusedTexts'].map(name =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      );
      onDone?.();
    },
  });
};
