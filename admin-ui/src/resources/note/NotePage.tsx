import { useNavigate, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { notesKey } from '../../engine/notes/noteCalls';
import { notesTab } from '../../engine/notes/useNotesTab';
import type { DetailProps } from '../../engine/overrideProps';
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
  const query = useQuery({
    queryKey: [notesKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await request<RecordOf<'note'>>('GET', `/api/note/${encodeURIComponent(id)}`, { signal })).data,
    retry: false,
  });
  const holder = query.data && findResource(meta, query.data.entity);
  if (query.data && holder) {
    return <Navigate to={`/${resourceKey(holder)}/${query.data.entityId}/${notesTab}`} replace />;
  }
  return (
    <Modal title={t('resources.note.name')} onClose={() => navigate(path())}>
      {query.error ? <Refusal error={query.error} onRetry={retryOf(query)} /> : <Skeleton width={320} />}
    </Modal>
  );
};
