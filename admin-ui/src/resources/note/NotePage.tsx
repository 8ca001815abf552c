import { useNavigate, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { notesKey } from '../../engine/notes/noteCalls';
import { notesTab } from '../../engine/notes/useNotesTab';
import type { DetailProps } from '../../engine/override';
import { useRecordPath } from '../../engine/useRecordPath';
import { findResource, resourceKey, useMeta, type RecordOf } from '../../meta';
import { request } from '../../providers/http';
import { Navigate } from '../../router/Navigate';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';

/** The address of a note leads to the notes of the record that it stands beside. */
export const NotePage = ({ id }: DetailProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const navigate = useNavigate();
  const path = useRecordPath();
  const asked = useQuery({
    queryKey: [notesKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await request<RecordOf<'note'>>('GET', `/api/note/${encodeURIComponent(id)}`, { signal })).data,
    retry: false,
  });
  const holder = asked.data && findResource(meta, asked.data.entity);
  if (asked.data && holder) {
    return <Navigate to={`/${resourceKey(holder)}/${asked.data.entityId}/${notesTab}`} replace />;
  }
  return (
    <Modal title={t('resources.note.name')} onClose={() => navigate(path())}>
      {asked.error ? <Refusal error={asked.error} onRetry={retryOf(asked)} /> : <Skeleton width={320} />}
    </Modal>
  );
};
