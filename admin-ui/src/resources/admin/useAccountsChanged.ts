import { useQueryClient } from '@tanstack/react-query';
import { useListChanged } from '../../engine/useRecordSaved';

/** Asks again for the list and for the account that is open; answers when that one is there. */
export const useAccountsChanged = () => {
  const client = useQueryClient();
  const refreshList = useListChanged();
  return () => {
    refreshList();
    return client.invalidateQueries({ queryKey: ['staff'] });
  };
};
