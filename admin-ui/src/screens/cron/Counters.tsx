import { useLocaleState, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { ScheduledRun } from '../../generated/answers';

const height = 20;
const step = 4;

/** What a run has counted, each beside the same of the last runs. */
export const Counters = ({ run, runs }: { run: ScheduledRun; runs: readonly ScheduledRun[] }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const counted = Object.entries(run.summary ?? {});
  if (counted.length === 0) return null;
  const compared = runs.filter(one => one === run || !one.dryRun);
  return (
    <dl className="cron-counts">
      {counted.map(([name, n]) => (
        <div key={name}>
          <dd>{formatNumber(locale, n)}</dd>
          <dt>{t(`panel.cron.count.${name}`)}</dt>
          <dd aria-hidden="true">
            <Trend values={compared.map(one => one.summary?.[name] ?? 0)} at={compared.indexOf(run)} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** The values of the last runs, the latest at the end; the one that is shown stands out. */
const Trend = ({ values, at }: { values: readonly number[]; at: number }) => {
  const most = Math.max(1, ...values);
  return (
    <svg className="bars30" width={values.length * step} height={height} aria-hidden="true">
      {values.map((value, i) => {
        const tall = Math.max(2, Math.round((height * value) / most));
        const x = (values.length - 1 - i) * step;
        return (
          <rect key={x} x={x} y={height - tall} width={3} height={tall} className={i === at ? 'acc' : 'neutral'} />
        );
      })}
    </svg>
  );
};
