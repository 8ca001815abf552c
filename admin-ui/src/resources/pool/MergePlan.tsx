import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolPlan } from '../../generated/answers';
import type { Pool } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Note } from '../../ui/Note';
import { Attached } from './Attached';
import { type Decisions, noDecisions, runPlan } from './merging';
import { PeopleReading } from './PeopleReading';
import { PlanClasses } from './PlanClasses';
import { PlanRows } from './PlanRows';

interface Props {
  pool: Pool;
  plan: PoolPlan;
  onPlanned: (plan: PoolPlan) => void;
  onBegun: (jobId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

const results = ['ADD', 'UPDATE', 'INVITE', 'SKIP', 'ASK'] as const;

/** What an import or a merge will do, what prevents it, and what is decided about that. */
export const MergePlan = ({ pool, plan, onPlanned, onBegun, onBack, onClose }: Props) => {
  const t = useTranslate();
  const [decisions, setDecisions] = useState(noDecisions);
  const run = useMutation({
    mutationFn: () => runPlan(plan, decisions),
    onSuccess: ({ jobId }) => onBegun(jobId),
  });
  const { file } = plan;
  const isOpen = file !== null && (file.encoding === '' || file.missing.length > 0);
  return (
    <Modal
      title={t(file ? 'panel.pool.file.title' : 'panel.pool.merge.title', { name: pool.vmsName })}
      size="wide"
      isBusy={run.isPending}
      unsaved={Object.keys(decisions.policies).length + Object.keys(decisions.single).length}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{t('panel.pool.merge.back')}</Button>
          <Button
            look="primary"
            isBusy={run.isPending}
            refusal={isOpen ? t('pool.file.error.waits') : undefined}
            onClick={() => run.mutate()}
          >
            {t(file ? 'panel.pool.file.run' : 'panel.pool.merge.run')}
          </Button>
        </>
      }
    >
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
      {file && <PeopleReading poolId={pool.id} file={file} onPlanned={onPlanned} onBegun={onBegun} />}
      {!file && <Attached pool={pool} plan={plan} />}
      {!isOpen && <Outcome plan={plan} decisions={decisions} onDecided={setDecisions} />}
    </Modal>
  );
};

interface OutcomeProps {
  plan: PoolPlan;
  decisions: Decisions;
  onDecided: (decisions: Decisions) => void;
}

/** How many rows come in, and what is to be decided about the others. */
const Outcome = ({ plan, decisions, onDecided }: OutcomeProps) => {
  const t = useTranslate();
  const counts = plan.counts ?? {};
  const hasConflicts = Object.keys(plan.classes ?? {}).length > 0;
  return (
    <>
      <section className="form-s" aria-label={t('panel.pool.merge.counts')}>
        <h3>{t('panel.pool.merge.counts')}</h3>
        <ul className="lines">
          {results
            .filter(one => counts[one])
            .map(one => (
              <li key={one}>
                <span className="grow">{t(`pool.plan.${one}`)}</span>
                <b>{counts[one]}</b>
              </li>
            ))}
        </ul>
        {Object.entries(plan.warnings ?? {}).map(([kind, count]) => (
          <Note key={kind} tone="warn">
            {t('panel.pool.merge.filterOf', { name: t(`pool.warning.${kind}`), count })}
          </Note>
        ))}
      </section>
      <section className="form-s" aria-label={t('panel.pool.merge.conflicts')}>
        <h3>{t('panel.pool.merge.conflicts')}</h3>
        {!hasConflicts && <p className="help">{t('panel.pool.merge.none')}</p>}
        <PlanClasses plan={plan} decisions={decisions} onChange={onDecided} />
        <PlanRows plan={plan} decisions={decisions} onChange={onDecided} />
      </section>
    </>
  );
};
