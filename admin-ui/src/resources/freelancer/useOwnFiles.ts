import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { AsideProps } from '../../engine/overrideProps';
import { useErrorToast } from '../../engine/useErrorToast';
import type { Freelancer } from '../../generated/resources';
import { request } from '../../providers/http';

/** The own files of a person, and the function that keeps others: one call after the other, each on the version before it. */
export const useOwnFiles = (record: Freelancer, onDone: AsideProps<Freelancer>['onDone']) => {
  const showError = useErrorToast();
  const version = useRef(record.version);
  version.current = Math.max(version.current, record.version);
  const [wanted, setWanted] = useState<string[]>();
  const { mutate, isPending } = useMutation({
    scope: { id: `freelancer ${record.id} files` },
    mutationFn: async (attachments: string[]) => {
      const headers = { 'if-match': `"${version.current}"` };
      const at = `/api/freelancer/${record.id}`;
      return (await request<Freelancer>('PUT', at, { body: { attachments }, headers })).data;
    },
    onSuccess: (saved, attachments) => {
      version.current = saved.version;
      setWanted(last => (last === attachments ? undefined : last));
      onDone?.(saved);
    },
    onError: error => {
      setWanted(undefined);
      showError(error);
    },
  });
  const save = (ids: string[]) => {
    setWanted(ids);
    mutate(ids);
  };
  return { ids: wanted ?? record.attachments ?? [], save, isPending };
};
