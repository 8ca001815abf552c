import { useNavigate, useParams, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useRecordPath } from '../../engine/useRecordPath';
import { useRecordSaved } from '../../engine/useRecordSaved';
import type { Project } from '../../generated/resources';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { request } from '../../providers/http';
import { AssignDialog } from './AssignDialog';

/** The dialog that assigns MSPs, at an address of its own over the list. */
export const AssignPage = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const path = useRecordPath();
  const put = useRecordSaved();
  const { id = '' } = useParams<{ id: string }>();
  const project = useQuery({
    queryKey: ['record', 'project', id, 'msps'],
    queryFn: async ({ signal }) => (await request<Project>('GET', `/api/project/${id}`, { signal })).data,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const close = () => navigate(path());
  if (project.data) {
    return (
      <AssignDialog
        record={project.data}
        onClose={close}
        onDone={saved => {
          if (saved) put({ ...saved });
          close();
        }}
      />
    );
  }
  return (
    <Modal title={t('msp.assign.title')} isTall cancelLabel={t('panel.modal.close')} onClose={close}>
      {project.error ? <Refusal error={project.error} /> : <Skeleton width={280} />}
    </Modal>
  );
};
