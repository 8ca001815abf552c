import { useLocale, useTranslate } from 'ra-core';
import { numberFormat } from '../../../format/format';
import type { VmsTestRun } from '../../../generated/answers';
import { Icon } from '../../../ui/Icon';
import { Level } from '../../../ui/Level';
import { Came, Gone } from '../../../ui/Difference';
import { useProblemText } from '../useProblemText';
import type { Problem } from '../useTrial';
import { Outdated } from './Outdated';
import type { useTestRuns } from './useTestRuns';

interface Props {
  runs: ReturnType<typeof useTestRuns>;
}

/** The tests of the mapping, those that fail first, each with what it expected. */
export const TestRuns = ({ runs: { count, results, isCurrent } }: Props) => {
  const t = useTranslate();
  const held = results.filter(({ holds }) => holds).length;
  const sorted = [...results].sort((a, b) => Number(a.holds) - Number(b.holds));
  const title = t('resources.vmsMapping.fields.tests');
  return (
    <section className="st-tests" aria-label={title}>
      <h3>
        {title}{' '}
        {results.length > 0 && (
          <span className="t2">
            <Level value={held} max={count} tone={held === count ? 'ok' : 'bad'} />{' '}
            {t('panel.vms.studio.hold', { held, count })}
          </span>
        )}{' '}
        {results.length > 0 && !isCurrent && <Outdated />}
      </h3>
      {count === 0 && <p className="t2">{t('panel.vms.studio.noTests')}</p>}
      <ul aria-live="polite">
        {sorted.map(run => (
          <Test key={run.name} run={run} />
        ))}
      </ul>
    </section>
  );
};

const usOfMs = 1000;
const oneDecimal = (locale: string) => numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const Test = ({ run }: { run: VmsTestRun }) => {
  const t = useTranslate();
  const say = useProblemText();
  const locale = useLocale() ?? 'en';
  const errors = run.errors as Problem[]; // as the service declares them
  return (
    <li className={run.holds ? '' : 'fails'}>
      <Icon name={run.holds ? 'check' : 'xCircle'} small />
      <span className="grow">
        {run.name}
        <span className="vh"> {t(run.holds ? 'panel.vms.studio.holds' : 'panel.vms.studio.fails')}</span>
        {!run.holds &&
          run.diff.map(({ path, live, draft }) => (
            <span key={path} className="st-expected">
              <code>{path}</code>: {t('panel.vms.studio.expected')} <Came>{draft ?? ''}</Came>,{' '}
              {t('panel.vms.studio.got')} <Gone>{live ?? ''}</Gone>
            </span>
          ))}
        {errors.map(problem => (
          <span key={`${problem.rule} ${problem.code}`} className="st-expected">
            <code>{problem.target}</code>: {say(problem)}
          </span>
        ))}
      </span>
      <span className="t2">{t('panel.vms.studio.took', { ms: oneDecimal(locale).format(run.tookUs / usOfMs) })}</span>
    </li>
  );
};
