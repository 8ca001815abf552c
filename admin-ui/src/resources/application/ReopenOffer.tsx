import { LinkBase, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { Application, Project } from '../../generated/resources';
import { Note } from '../../ui/Note';
import { request } from '../../providers/http';
import { useRecordLink } from './useRecordLink';

interface Props {
  application: Application;
}

/** After a hire that fell through: the project that closed because it was full may go on looking. */
export const ReopenOffer = ({ application }: Props) => {
  const t = useTranslate();
  const to = useRecordLink()('project', application.projectId);
  const { status, sentAt, projectId, version } = application;
  const { data } = useQuery({
    queryKey: ['application', 'reopen', projectId, version],
    queryFn: async ({ signal }) => (await request<Project>('GET', `/api/project/${projectId}`, { signal })).data,
    enabled: to !== undefined && sentAt !== null && (status === 'w' || status === 'rv'),
    retry: false,
  });
  const isFullNoMore =
    data?.status === 'CLOSED' && data.statusReason === 'FILLED_HERE' && (data.positionsFilled ?? 0) < data.positions;
  if (!to || !isFullNoMore) return null;
  return (
    <Note tone="accent">
      {t('panel.application.reopen')} <LinkBase to={to}>{t('panel.application.reopenProject')}</LinkBase>
    </Note>
  );
};
