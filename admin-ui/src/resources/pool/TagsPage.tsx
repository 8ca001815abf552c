import { useState } from 'react';
import { useNavigate, useParams, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { openJob } from '../../engine/jobs/jobStore';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { JobAccepted, PoolTagCluster } from '../../generated/answers';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { TagCluster, type Choice } from './TagCluster';

/** The tags of a pool that are spelled in several ways: which become one, and how it is spelled. */
export const TagsPage = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const { id = '' } = useParams<{ id: string }>();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [but, setBut] = useState<number[]>([]);
  const leave = () => navigate('/pools/list');
  const found = useQuery({
    queryKey: ['pool', id, 'tags'],
    queryFn: async ({ signal }) =>
      (await request<{ results: PoolTagCluster[] }>('GET', `/api/pool/${id}/tagClusters`, { signal })).data.results,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const clusters = found.data ?? [];
  const renamings = clusters
    .map(one => ({ ...choiceOf(one), ...choices[one.key] }))
    .map(({ tags, into }) => ({ tags: tags.filter(tag => tag !== into), into }))
    .filter(({ tags }) => tags.length > 0);
  const tidy = useMutation({
    mutationFn: async () =>
      (await request<JobAccepted>('POST', `/api/pool/${id}/tidyTags`, { body: { renamings, but } })).data,
    onSuccess: ({ jobId }) => {
      leave();
      openJob(jobId);
    },
  });
  const error = found.error ?? tidy.error;
  return (
    <Modal
      title={t('panel.pool.tags.menu')}
      size="wide"
      isBusy={tidy.isPending}
      unsaved={Object.keys(choices).length + but.length}
      onClose={leave}
      actions={
        clusters.length > 0 && (
          <Button
            look="primary"
            isBusy={tidy.isPending}
            refusal={renamings.length === 0 ? t('panel.pool.tags.unchosen') : undefined}
            onClick={() => tidy.mutate()}
          >
            {t('panel.pool.tags.run', { smart_count: renamings.length })}
          </Button>
        )
      }
    >
      {error && <Refusal error={error} onRetry={found.error ? retryOf(found) : retryOf(tidy)} />}
      {found.isPending && <Skeleton width={320} />}
      {found.data?.length === 0 && <Empty icon="check" title={t('panel.pool.tags.none')} />}
      {clusters.map(one => (
        <TagCluster
          key={one.key}
          cluster={one}
          choice={choices[one.key] ?? choiceOf(one)}
          but={but}
          onChange={choice => setChoices({ ...choices, [one.key]: choice })}
          onKeep={setBut}
        />
      ))}
    </Modal>
  );
};

/** All spellings become the one that most members have, until somebody chooses otherwise. */
const choiceOf = ({ spellings }: PoolTagCluster): Choice => ({
  tags: spellings.map(({ tag }) => tag),
  into: spellings[0]?.tag ?? '',
});
