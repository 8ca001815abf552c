import { useState, type ComponentType } from 'react';
import { useNavigate, useParams, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolImport, PoolPlan } from '../../generated/answers';
import type { Pool } from '../../generated/resources';
import { request } from '../../providers/http';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { FileChoice } from './FileChoice';
import { MergeChoice } from './MergeChoice';
import { MergePlan } from './MergePlan';
import { MergeRun } from './MergeRun';
import { isAtWork } from './merging';

/** What asks from where people come. */
interface ChoiceProps {
  pool: Pool;
  onPlanned: (plan: PoolPlan) => void;
  onBegun: (jobId: string) => void;
  onClose: () => void;
}

/** The merge of other pools into one, at an address of its own. */
export const MergePage = () => <MergeScreen Choice={MergeChoice} />;

/** The import of a file into a pool, at an address of its own. */
export const FilePage = () => <MergeScreen Choice={FileChoice} />;

/** From the choice over the plan to its end. Whoever comes back while something runs sees how far it is. */
const MergeScreen = ({ Choice }: { Choice: ComponentType<ChoiceProps> }) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const { id = '' } = useParams<{ id: string }>();
  const [begun, setBegun] = useState<string>();
  const [plan, setPlan] = useState<PoolPlan>();
  const found = useQuery({
    queryKey: ['pool', id, 'merge'],
    queryFn: async ({ signal }) => {
      const [pool, latest] = await Promise.all([
        request<Pool>('GET', `/api/pool/${id}`, { signal }),
        request<PoolImport>('GET', `/api/pool/import/progress?poolId=${id}`, { signal }),
      ]);
      return { pool: pool.data, latest: latest.data };
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const leave = () => navigate('/pools/list');
  if (!found.data)
    return (
      <Modal title={t('panel.pool.merge.menu')} size="wide" onClose={leave}>
        {found.error ? <Refusal error={found.error} onRetry={retryOf(found)} /> : <Skeleton width={320} />}
      </Modal>
    );
  const { pool, latest } = found.data;
  const planned = (next: PoolPlan) => {
    setBegun(undefined);
    setPlan(next);
  };
  const begin = (jobId: string) => {
    setPlan(undefined);
    setBegun(jobId);
  };
  const jobId = begun ?? (plan === undefined && isAtWork(latest.state) ? latest.jobId : undefined);
  if (jobId) return <MergeRun pool={pool} jobId={jobId} onPlanned={planned} onClose={leave} />;
  if (!plan) return <Choice pool={pool} onPlanned={planned} onBegun={begin} onClose={leave} />;
  return (
    <MergePlan
      key={plan.planId}
      pool={pool}
      plan={plan}
      onPlanned={planned}
      onBegun={begin}
      onBack={() => setPlan(undefined)}
      onClose={leave}
    />
  );
};
