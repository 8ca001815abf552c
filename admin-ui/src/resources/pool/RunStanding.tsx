import { useTranslate } from 'ra-core';
import type { PoolImport } from '../../generated/answers';
import { Bar } from '../../ui/Level';
import { isAtWork } from './merging';
import { RunRows } from './RunRows';
import '../../engine/jobs/jobs.css';

/** How far an import or a merge is; once it has ended, what came of it and of each person. */
export const RunStanding = ({ at }: { at: PoolImport }) => {
  const t = useTranslate();
  const { state, percent, processed, total } = at;
  const hasEnded = !isAtWork(state) && state !== 'PLANNED' && state !== 'AWAITING_DECISION';
  return (
    <section className="form-s">
      <p role="status">
        <b>{t(`panel.pool.merge.state.${state}`)}</b> {t('panel.pool.merge.running', { done: processed, total })}
      </p>
      <div
        role="progressbar"
        className="job-bar"
        aria-label={t('panel.jobs.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <Bar parts={[{ share: percent / 100, tone: 'accent' }]} />
      </div>
      {hasEnded && <Result at={at} />}
      {at.errorFileResourceId && <p className="help">{t('panel.pool.file.errorsHint')}</p>}
      {at.messages.map(({ message }) => (
        <p key={message} className="help">
          {t(message)}
        </p>
      ))}
      {hasEnded && <RunRows key={state} at={at} />}
    </section>
  );
};

const Result = ({ at }: { at: PoolImport }) => {
  const t = useTranslate();
  const { state, processed, total, added, updated, skipped, failed } = at;
  if (state === 'UNDONE') return <p>{t('panel.pool.merge.undone', { updated, left: skipped + failed })}</p>;
  return (
    <>
      <p>{t('panel.pool.merge.result', { added, updated, skipped })}</p>
      {state === 'CANCELLED' && <p className="help">{t('panel.pool.merge.stopped', { done: processed, total })}</p>}
    </>
  );
};
