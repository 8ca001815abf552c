import { Bar } from '../../../pieces/Level';
import { useWords } from '../../useWords';
import type { Outcome } from './bulk';

interface Props {
  isRunning: boolean;
  isChecking: boolean;
  of: number;
  known: Outcome[] | undefined;
  /** Whether it is only a plan. */
  isPlan: boolean;
}

/** One line that says how far it is, or how it ends: a bar, and the numbers beside it. */
export const BulkSum = ({ isRunning, isChecking, of, known, isPlan }: Props) => {
  const { t, number } = useWords();
  const good = known?.filter(outcome => outcome.allowed).length ?? 0;
  const total = known?.length ?? of;
  const parts = isRunning
    ? []
    : [
        { share: total ? good / total : 0, tone: isPlan ? ('accent' as const) : ('ok' as const) },
        { share: total ? (total - good) / total : 0, tone: isPlan ? ('neutral' as const) : ('bad' as const) },
      ];
  const figures = { good: number(good), total: number(total), of: number(of) };
  const key = isRunning
    ? 'panel.jobs.changing'
    : isChecking
      ? 'panel.bulk.checking'
      : isPlan
        ? 'panel.bulk.plan'
        : 'panel.bulk.result';
  return (
    <div className="bulk-sum" role="status">
      {(known || isRunning) && <Bar parts={parts} />}
      <span>{known || isRunning || isChecking ? t(key, figures) : t('panel.bulk.fill')}</span>
    </div>
  );
};
