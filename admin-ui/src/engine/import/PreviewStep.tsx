import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { ImportPlan } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Select } from '../../ui/Select';
import { retryOf } from '../form/retryOf';
import { JobProgress } from '../jobs/JobProgress';
import { changeJob } from '../jobs/job';
import { Refusal } from '../list/dialogs/Refusal';
import { useWords } from '../useWords';
import { isMaking, runPlan, usePlan } from './imports';
import { PlanLine } from './PlanLine';

interface Props {
  path: string;
  jobId: string;
  onBack: () => void;
  onBegun: (jobId: string) => void;
  onClose: () => void;
}

const kinds = ['NEW', 'CHANGED', 'SAME', 'EXISTS', 'REFUSED'] as const;
const step = 25;

/** What would become of each row, and the way to let it happen. */
export const PreviewStep = ({ path, jobId, onBack, onBegun, onClose }: Props) => {
  const { t, plural, number } = useWords();
  const [kind, setKind] = useState('');
  const [limit, setLimit] = useState(step);
  const plan = usePlan(path, jobId, kind, limit);
  const run = useMutation({ mutationFn: () => runPlan(path, jobId), onSuccess: onBegun });
  const leave = (go: () => void) => () => {
    void changeJob(jobId, 'cancel').catch(() => undefined); // it expires by itself
    go();
  };
  const { data } = plan;
  const isReady = data?.job.state === 'PLANNED';
  const counts = data?.counts ?? {};
  const good = (counts['NEW'] ?? 0) + (counts['CHANGED'] ?? 0);
  return (
    <Modal
      title={t('panel.import.title', { plural })}
      size="wide"
      unsaved={0}
      isBusy={run.isPending}
      onClose={leave(onClose)}
      actions={
        <>
          <Button onClick={leave(onBack)}>{t('panel.import.back')}</Button>
          <Button
            look="primary"
            isBusy={run.isPending}
            refusal={isReady && good > 0 ? undefined : t(isReady ? 'panel.import.nothing' : 'panel.import.waits')}
            onClick={() => run.mutate()}
          >
            {t('panel.import.run', { smart_count: good, count: number(good) })}
          </Button>
        </>
      }
    >
      {plan.error && <Refusal error={plan.error} onRetry={retryOf(plan)} />}
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
      {data && !isReady && <JobProgress job={data.job} />}
      {data && !isMaking(data) && (
        <Rows plan={data} kind={kind} onKind={setKind} onMore={() => setLimit(limit + step)} />
      )}
    </Modal>
  );
};

interface RowsProps {
  plan: ImportPlan;
  kind: string;
  onKind: (kind: string) => void;
  onMore: () => void;
}

/** The rows of a preview, all or those of one kind. */
const Rows = ({ plan, kind, onKind, onMore }: RowsProps) => {
  const { t, number } = useWords();
  const { counts, results, totalResults: total, file } = plan;
  const sum = kinds.reduce((all, one) => all + (counts?.[one] ?? 0), 0);
  const label = (name: string, count: number) => t('panel.import.filterOf', { name, count: number(count) });
  const choices = [
    { value: '', label: label(t('panel.import.everything'), sum) },
    ...kinds
      .filter(one => counts?.[one])
      .map(one => ({ value: one, label: label(t(`import.kind.${one}`), counts?.[one] ?? 0) })),
  ];
  return (
    <section className="form-s" aria-label={t('panel.import.preview')}>
      <p role="status">
        {choices
          .slice(1)
          .map(one => one.label)
          .join(' · ')}
      </p>
      <Field label={t('panel.import.filter')}>
        <Select value={kind} choices={choices} onChange={onKind} />
      </Field>
      <ul className="lines">
        {results.map(row => (
          <PlanLine key={row.line} row={row} columns={file.columns} />
        ))}
      </ul>
      {total === 0 && <p className="help">{t('panel.import.none')}</p>}
      {total > results.length && (
        <>
          <p className="help">{t('panel.import.shown', { count: number(results.length), total: number(total) })}</p>
          <Button onClick={onMore}>{t('panel.import.more')}</Button>
        </>
      )}
    </section>
  );
};
