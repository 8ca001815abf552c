import { useTranslate } from 'ra-core';
import type { ScheduledRunShort } from '../../generated/answers';

const shown = 30;
const step = 5;
const height = 24;
const lowest = 3;

/** How a bar looks, by the state of its run; that of a dry run is plain. */
const looks: Record<string, string> = { SUCCEEDED: 'ok', FAILED: 'bad', TIMED_OUT: 'bad', RUNNING: 'acc' };

/** The last runs of a job as bars, the latest at the end: how long each took, and how it ended. */
export const Bars = ({ runs }: { runs: readonly ScheduledRunShort[] }) => {
  const t = useTranslate();
  const worked = runs.filter(run => !run.dryRun);
  const longest = Math.max(1, ...runs.map(run => run.durationMs ?? 0));
  const count = (...states: string[]) => worked.filter(run => states.includes(run.state)).length;
  if (runs.length === 0) return <span className="t2">{t('panel.cron.never')}</span>;
  const label = t('panel.cron.bars', {
    smart_count: runs.length,
    ok: count('SUCCEEDED'),
    bad: count('FAILED', 'TIMED_OUT'),
    left: count('SKIPPED'),
    dry: runs.length - worked.length,
  });
  const places = [...runs].slice(0, shown).reverse();
  const first = shown - places.length;
  return (
    <svg className="bars30" width={shown * step} height={height} role="img" aria-label={label}>
      {places.map((run, i) => {
        const tall = heightOf(run, longest);
        const look = (!run.dryRun && looks[run.state]) || 'neutral';
        return (
          <rect
            key={run.runId}
            x={(first + i) * step}
            y={height - tall}
            width={3}
            height={tall}
            rx={1}
            className={look}
          />
        );
      })}
    </svg>
  );
};

const heightOf = ({ state, durationMs, dryRun }: ScheduledRunShort, longest: number) => {
  if (dryRun) return lowest;
  if (looks[state] === 'bad') return height - 2;
  if (state === 'SKIPPED' || state === 'CANCELLED') return lowest;
  return Math.round(lowest + 2 + ((height - lowest - 6) * (durationMs ?? longest)) / longest);
};
