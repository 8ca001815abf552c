import { useTranslate } from 'ra-core';
import { Note } from '../../ui/Note';
import { ProblemText } from './ProblemText';
import { TrialEffect } from './TrialEffect';
import { useProblemText } from './useProblemText';
import type { Tried, VmsCompare } from './useTrial';

interface Props {
  tried: Tried;
}

interface ComparedProps extends Props {
  comparedWith: VmsCompare;
}

/** What each rule made, what differs from the mapping in use or from what was sent, and what is worth a look. */
export const TrialResult = ({ tried, comparedWith }: ComparedProps) => {
  const t = useTranslate();
  const say = useProblemText();
  // A rule that fails leaves its target empty: that is one fault, not two.
  const failing = new Set(tried.errors.map(({ target }) => target));
  const failed = tried.errors.length + tried.missingRequired.filter(target => !failing.has(target)).length;
  return (
    <>
      <Note tone={tried.ok ? 'accent' : 'bad'} icon={tried.ok ? 'done' : 'alert'} isNews>
        {tried.ok ? t('panel.vms.try.ok') : t('panel.vms.try.failed', { smart_count: failed })}
      </Note>
      {tried.inboundEffect && <TrialEffect effect={tried.inboundEffect} />}
      <Trace tried={tried} />
      <Differences tried={tried} comparedWith={comparedWith} />
      <Words title="panel.vms.try.missing" words={tried.missingRequired} />
      <Words
        title="panel.vms.try.warnings"
        words={tried.warnings.map(warning => `${warning.target}: ${say(warning)}`)}
      />
      <Words title="panel.vms.try.unused" words={tried.unusedInput} />
    </>
  );
};

const Trace = ({ tried }: Props) => {
  const t = useTranslate();
  const title = t('panel.vms.try.result');
  const wrong = new Map(tried.errors.map(problem => [problem.rule, problem]));
  return (
    <section className="vms-part" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {tried.trace.map(({ rule, target, value, skipped }) => {
          const problem = wrong.get(rule);
          return (
            <div key={rule}>
              <dt>{target}</dt>
              {problem ? (
                <dd className="vms-bad">
                  <ProblemText problem={problem} />
                </dd>
              ) : (
                <dd>{skipped ? t('panel.vms.try.skipped') : JSON.stringify(value)}</dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
};

const Differences = ({ tried, comparedWith }: ComparedProps) => {
  const t = useTranslate();
  const title = t(comparedWith === 'LIVE' ? 'panel.vms.try.diff' : 'panel.vms.try.diffSent');
  if (tried.diff.length === 0) return null;
  return (
    <section className="vms-part" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {tried.diff.map(({ path, live, draft }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <del>{live ?? t('panel.vms.try.nothing')}</del> <ins>{draft ?? t('panel.vms.try.nothing')}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const Words = ({ title, words }: { title: string; words: string[] }) => {
  const t = useTranslate();
  if (words.length === 0) return null;
  return (
    <section className="vms-part" aria-label={t(title)}>
      <h3>{t(title)}</h3>
      <ul>
        {words.map(word => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </section>
  );
};
