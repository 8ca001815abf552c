import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useListChanged, useRecordSaved, type Saved } from '../../engine/useRecordSaved';

/** Gives what follows a step of a worklist: the record as it is now, its list and the numbers of the start page anew. */
export const useStepDone = () => {
  const client = useQueryClient();
  const put = useRecordSaved();
  const refreshList = useListChanged();
  return useCallback(
    (saved?: Saved) => {
      if (saved) put(saved);
      refreshList();
      void client.invalidateQueries({ queryKey: ['dashboard'] });
    },
    [client, put, refreshList],
  );
};
