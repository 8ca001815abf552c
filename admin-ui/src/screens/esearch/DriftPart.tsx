import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { whenOf } from '../../format/when';
import type { IndexDriftSums, IndexStatus } from '../../generated/answers';
import { useOutsideScope } from '../../meta';
import { Button } from '../../ui/Button';
import { Bar } from '../../ui/Level';
import { LinkButton } from '../../ui/LinkButton';
import { compareIndex, isAtWork, repairIndex } from './calls';
import { ReportDialog } from './ReportDialog';
import { type Report, useWork } from './useWork';

interface Props {
  status: IndexStatus;
  onTrouble: Report;
}

/** What differed from the database when that was looked at last, and the way to mend it. */
export const DriftPart = ({ status, onTrouble }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const closed = useOutsideScope('search.compare');
  const [isOpen, setOpen] = useState(false);
  const { type, drift, comparing, repair } = status;
  const compare = useWork(
    () => compareIndex(type),
    () => 'esearch.drift.started',
    onTrouble,
  );
  const mend = useWork(
    (reportId: string) => repairIndex(type, reportId, []),
    () => 'esearch.repair.started',
    onTrouble,
  );
  const isComparing = isAtWork(comparing) || compare.isPending;
  const isMending = isAtWork(repair) || mend.isPending;
  return (
    <section>
      <header className="row">
        <h3 className="grow">{t('esearch.drift')}</h3>
        <span className="s12 t2">
          {drift?.at ? t('esearch.drift.checked', { at: whenOf(locale, drift.at) }) : t('esearch.drift.never')}
        </span>
      </header>
      {drift && <Shares drift={drift} />}
      <div className="ix-acts">
        <Button small isBusy={isComparing} refusal={closed} onClick={() => compare.mutate(undefined)}>
          {isComparing
            ? t('esearch.drift.comparing', { percent: comparing?.percent ?? 0 })
            : t('esearch.drift.compare')}
        </Button>
        {drift && drift.open > 0 && (
          <Button small isBusy={isMending} onClick={() => mend.mutate(drift.reportId)}>
            {isMending
              ? t('esearch.drift.repairing', { percent: repair?.percent ?? 0 })
              : t('esearch.drift.repair', { smart_count: drift.open })}
          </Button>
        )}
        {drift && <LinkButton onClick={() => setOpen(true)}>{t('esearch.drift.show')}</LinkButton>}
      </div>
      {isOpen && <ReportDialog type={type} repair={repair} onTrouble={onTrouble} onClose={() => setOpen(false)} />}
    </section>
  );
};

const tones = { OK: 'ok', STALE: 'warn', MISSING_IN_INDEX: 'violet', MISSING_IN_DB: 'bad', MANUAL: 'info' } as const;

const Shares = ({ drift }: { drift: IndexDriftSums }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const counts = drift.counts ?? {};
  const total = Math.max(
    1,
    Object.values(counts).reduce((sum, n) => sum + n, 0),
  );
  // The keys of a literal are exactly its names.
  const shown = (Object.keys(tones) as (keyof typeof tones)[]).filter(kind => kind === 'OK' || counts[kind]);
  return (
    <>
      <Bar parts={shown.map(kind => ({ share: (counts[kind] ?? 0) / total, tone: tones[kind] }))} />
      <dl className="ix-legend">
        {shown.map(kind => (
          <div key={kind}>
            <dt>
              <i className={tones[kind]} />
              {t(`esearch.drift.${kind}`)}
            </dt>
            <dd>{formatNumber(locale, counts[kind] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};
