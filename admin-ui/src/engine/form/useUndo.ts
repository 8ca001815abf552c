import { useMutation } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { useErrorToast } from '../useErrorToast';
import type { Saved } from '../useRecordSaved';

/** What was done to a record, and the version that left of it, where that is known. */
export interface Done {
  action: string;
  id: string | number;
  version?: unknown;
}

interface Wanted extends Done {
  resource: string;
  onUndone: (saved: Saved) => void;
}

/** Takes back what was done to a record. The service refuses that once something else was done to it. */
export const useUndo = ({ resource, action, id, version, onUndone }: Wanted) => {
  const showError = useErrorToast();
  return useMutation({
    mutationFn: async () => {
      const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${String(version)}"` };
      return (await request<Saved>('POST', `/api/undo/${resource}/${action}/${encodeURIComponent(id)}`, { headers }))
        .data;
    },
    onSuccess: onUndone,
    onError: error => showError(error),
  });
};
