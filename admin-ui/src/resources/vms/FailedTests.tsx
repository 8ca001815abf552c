import { useTranslate } from 'ra-core';
import { HttpError } from '../../providers/httpError';
import { Difference } from '../../ui/Difference';
import { ProblemText } from './ProblemText';
import type { Problem, TrialDifference } from './useTrial';

interface Failed {
  name: string;
  diff: TrialDifference[];
  errors: Problem[] | null;
}

/** The tests for which the service refuses to put a mapping in use: what the rules make, and what is expected. */
export const FailedTests = ({ error }: { error: Error | null }) => {
  const t = useTranslate();
  // the service says so of tests that do not hold
  const tests = error instanceof HttpError ? ((error.details['tests'] ?? []) as Failed[]) : [];
  if (tests.length === 0) return null;
  return (
    <section className="vms-part" aria-label={t('panel.vms.mapping.failedTests')}>
      <h3>{t('panel.vms.mapping.failedTests')}</h3>
      {tests.map(({ name, diff, errors }) => (
        <div key={name} className="vms-group">
          <b>{name}</b>
          <dl>
            {(errors ?? []).map(problem => (
              <div key={`${problem.rule} ${problem.code}`}>
                <dt>{problem.target}</dt>
                <dd className="vms-bad">
                  <ProblemText problem={problem} />
                </dd>
              </div>
            ))}
            {diff.map(({ path, live, draft }) => (
              <div key={path}>
                <dt>{path}</dt>
                <dd>
                  <Difference before={live ?? ''} after={draft ?? ''} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
};
