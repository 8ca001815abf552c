import { useId } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { IndexJob, IndexStatus } from '../../generated/answers';
import { useCan, useOutsideScope } from '../../meta';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { Option } from '../../ui/option';
import { isAtWork, startRebuild, stopJob } from './calls';
import { type Report, useWork } from './useWork';

interface Props {
  status: IndexStatus;
  client: Option | null;
  onTrouble: Report;
}

/** The round button that rebuilds the index, for the chosen client or for all, and how far that has come. */
export const Rebuild = ({ status: { type, rebuild }, client, onTrouble }: Props) => {
  const t = useTranslate();
  const why = useId();
  const mayRebuild = useCan('index.rebuild');
  const clientId = Number(client?.value ?? 0);
  const start = useWork(
    () => startRebuild(type, clientId),
    () => 'esearch.rebuild.started',
    onTrouble,
  );
  const stop = useWork(stopJob, () => 'esearch.rebuild.CANCELLED', onTrouble);
  const outside = useOutsideScope('search.rebuild');
  const closed = clientId === 0 ? outside : undefined; // one client may lie within the scope
  const isOpen = mayRebuild && closed === undefined;
  const isBusy = isAtWork(rebuild) || start.isPending;
  const kind = t(`esearch.tab.${type}`, { _: type });
  const of = client
    ? t('esearch.rebuild.client', { type: kind, client: client.label })
    : t('esearch.rebuild.all', { type: kind });
  return (
    <>
      <section className="ix-rebuild">
        <span className="ix-ring">
          <Ring percent={rebuild && isAtWork(rebuild) ? rebuild.percent : 0} />
          <button
            type="button"
            className="ix-round"
            aria-label={`${t('esearch.rebuild')}: ${of}`}
            title={t('esearch.rebuild')}
            aria-disabled={isBusy || !isOpen || undefined}
            aria-describedby={closed ? why : undefined}
            aria-busy={isBusy || undefined}
            onClick={() => !isBusy && isOpen && start.mutate(undefined)}
          >
            <Icon name="refresh" />
          </button>
        </span>
        <div className="grow" role="status">
          <h2>{t(`esearch.rebuild.${rebuild?.state ?? 'none'}`)}</h2>
          <p className="s13 t2">{of}</p>
          {closed && (
            <p id={why} className="s13 t2">
              {closed}
            </p>
          )}
          {rebuild && isAtWork(rebuild) && <Left job={rebuild} />}
        </div>
      </section>
      {rebuild && isAtWork(rebuild) && (
        <>
          {rebuild.clientId === 0 && <Phases job={rebuild} />}
          <p className="s12 t2 ix-hint">
            {t(rebuild.clientId === 0 ? 'esearch.rebuild.hint' : 'esearch.rebuild.hintClient')}
          </p>
          {mayRebuild && rebuild.jobId && (
            <Button small isBusy={stop.isPending} onClick={() => stop.mutate(rebuild.jobId)}>
              {t('esearch.rebuild.stop')}
            </Button>
          )}
        </>
      )}
    </>
  );
};

const round = 2 * Math.PI * 40;

const Ring = ({ percent }: { percent: number }) => (
  <svg width="88" height="88" viewBox="0 0 88 88" aria-hidden="true">
    <circle cx="44" cy="44" r="40" className="bg" />
    <circle cx="44" cy="44" r="40" className="fg" strokeDasharray={`${(percent / 100) * round} ${round}`} />
  </svg>
);

/** The share that is done, and how long the rest takes at the same pace. */
const Left = ({ job: { percent, processed, total, startedAt, phase } }: { job: IndexJob }) => {
  const t = useTranslate();
  const passed = startedAt ? (Date.now() - Date.parse(startedAt)) / 1000 : 0;
  const seconds = Math.ceil((passed * (total - processed)) / Math.max(1, processed));
  return (
    <p className="s13">
      <strong>{percent} %</strong> {phase === 'COPY' && processed > 0 && t('esearch.left', { seconds })}
    </p>
  );
};

const phases = ['CREATE', 'COPY', 'COMPARE', 'SWAP'] as const;
const marks = {
  done: { icon: 'check', tone: 'mk-ok' },
  now: { icon: 'half', tone: 'mk-accent' },
  waits: { icon: 'dashed', tone: 'mk-neutral' },
} as const;

const Phases = ({ job }: { job: IndexJob }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const at = (phases as readonly string[]).indexOf(job.phase);
  const of = { done: formatNumber(locale, job.processed), total: formatNumber(locale, job.total) };
  return (
    <ol className="ix-phases">
      {phases.map((phase, i) => {
        const current = i < at ? 'done' : i === at ? 'now' : 'waits';
        return (
          <li key={phase} className={current}>
            <Icon name={marks[current].icon} className={marks[current].tone} />
            <span className="grow">
              {t(`esearch.phase.${phase}`)} <span className="vh">{t(`esearch.phase.${current}`)}</span>
            </span>
            {phase === 'COPY' && current === 'now' && <span className="t2">{t('esearch.of', of)}</span>}
          </li>
        );
      })}
    </ol>
  );
};
