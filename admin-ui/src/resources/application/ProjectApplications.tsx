import { useState } from 'react';
import { LinkBase, useTranslate } from 'ra-core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/overrideProps';
import type { Application, Project } from '../../generated/resources';
import { useCan } from '../../meta';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { request } from '../../providers/http';
import { CompareLink } from './compare/CompareLink';
import { DrawerWaiting } from './DrawerWaiting';
import { ProjectApplication } from './ProjectApplication';
import './application.css';

const pageSize = 25;

interface Page {
  results: Application[];
  totalResults: number;
}

const screen = '/projects/applications';

/** The applications of one project: where each stands, and two to five of them side by side. */
export const ProjectApplications = ({ record }: AsideProps<Project>) => {
  const t = useTranslate();
  const mayCreate = useCan('application.create');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const query = useInfiniteQuery({
    queryKey: ['application', 'ofProject', record.id],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/project/projectApplications/${record.id}?from=${pageParam}&size=${pageSize}&s=id:desc`;
      return (await request<Page>('GET', path, { signal })).data;
    },
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0);
      return shown < last.totalResults && last.results.length > 0 ? shown : undefined;
    },
    retry: false,
  });
  if (query.error) return <Refusal error={query.error} />;
  if (!query.data) return <DrawerWaiting />;
  const rows = query.data.pages.flatMap(page => page.results);
  const total = query.data.pages[0]?.totalResults ?? 0;
  const source = encodeURIComponent(JSON.stringify({ projectId: record.id, projectTitle: record.title }));
  const back = encodeURIComponent(`/projects/list/${record.id}/applications`);
  const newOne = mayCreate && record.status === 'ACTIVE' && (
    <LinkBase className="btn sm" to={`${screen}/create?source=${source}&back=${back}`}>
      {t('panel.related.new', { name: t('resources.application.name') })}
    </LinkBase>
  );
  if (rows.length === 0) {
    return (
      <Empty icon="users" title={t('panel.application.ofProject.empty')} action={newOne || undefined}>
        {t('panel.application.ofProject.emptyText')}
      </Empty>
    );
  }
  const toggle = (id: number) => setChosen(old => (old.includes(id) ? old.filter(each => each !== id) : [...old, id]));
  const filter = encodeURIComponent(JSON.stringify({ jobId: record.handle }));
  return (
    <>
      <div className="app-row app-bar">
        <CompareLink ids={chosen} to={`${screen}/compare/${chosen.join(',')}`} isOneProject />
        <LinkBase className="end s13" to={`${screen}?filter=${filter}&page=1&perPage=10`}>
          {t('panel.application.ofProject.all')}
        </LinkBase>
        {newOne}
      </div>
      <ul className="app-list" aria-label={t('resources.application.plural')}>
        {rows.map(row => (
          <ProjectApplication
            key={row.id}
            application={row}
            isChosen={chosen.includes(row.id)}
            onToggle={() => toggle(row.id)}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('panel.application.ofProject.more', { smart_count: Math.min(pageSize, total - rows.length) })}
        </Button>
      )}
    </>
  );
};
