import { useTranslate } from 'ra-core';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import { HttpError } from '../../../providers/httpError';
import { Came, Gone } from '../../../ui/Difference';
import { Note } from '../../../ui/Note';
import { Select } from '../../../ui/Select';
import { ProblemText } from '../ProblemText';
import { TrialEffect } from '../TrialEffect';
import { Outdated } from './Outdated';
import type { Tried, useTrial, VmsCompare } from '../useTrial';

interface Props {
  tried: ReturnType<typeof useTrial>;
  compareWith: VmsCompare;
  onCompare: ((compareWith: VmsCompare) => void) | undefined;
}

const compared: VmsCompare[] = ['LIVE', 'LAST_SENT'];

/** What the rules make of the sample: first what differs from the version in use, then what is the same. */
export const ResultColumn = ({ tried, compareWith, onCompare }: Props) => {
  const t = useTranslate();
  const { data, error } = tried;
  const isMappingWrong = error instanceof HttpError && error.code === 'MAPPING_INVALID';
  return (
    <section className={`st-result ${tried.isCurrent ? '' : 'stale'}`} aria-label={t('panel.vms.try.result')}>
      <header>
        <h3>{t('panel.vms.try.result')}</h3>
        {data && !error && !tried.isCurrent && <Outdated />}
        {onCompare && (
          <Select
            small
            label={t('panel.vms.try.compare')}
            value={compareWith}
            choices={compared.map(each => ({ value: each, label: t(`enum.vmsCompare.${each}`) }))}
            onChange={chosen => onCompare(compared.find(each => each === chosen) ?? 'LIVE')}
          />
        )}
      </header>
      {!data && !error && <p className="t2">{t('panel.vms.studio.noSample')}</p>}
      {isMappingWrong && <Note tone="bad">{t('panel.vms.studio.wrongRules')}</Note>}
      {error && !isMappingWrong && <Refusal error={error} onRetry={retryOf(tried)} />}
      {data && <Values data={data} compareWith={compareWith} isOutbound={Boolean(onCompare)} />}
    </section>
  );
};

interface ValuesProps {
  data: Tried;
  compareWith: VmsCompare;
  isOutbound: boolean;
}

const Values = ({ data, compareWith, isOutbound }: ValuesProps) => {
  const t = useTranslate();
  const differs = new Set(data.diff.map(({ path }) => path));
  const rest = data.trace.filter(({ target, skipped, error }) => !differs.has(target) && !skipped && !error);
  const empty = data.trace.filter(({ value, skipped, error }) => !skipped && !error && isMissing(value));
  const failing = new Set(data.errors.map(({ target }) => target));
  const missing = data.missingRequired.filter(target => !failing.has(target));
  const failed = data.errors.length + missing.length;
  return (
    <>
      <Note tone={data.ok ? 'accent' : 'bad'} icon={data.ok ? 'done' : 'alert'} isNews>
        {data.ok
          ? t(empty.length > 0 ? 'panel.vms.try.okEmpty' : 'panel.vms.try.ok', {
              smart_count: empty.length,
              targets: empty.map(({ target }) => target).join(', '),
            })
          : t(`panel.vms.try.${isOutbound ? 'failed' : 'failedInbound'}`, { smart_count: failed })}
      </Note>
      {data.ok && data.inboundEffect && <TrialEffect effect={data.inboundEffect} />}
      {data.errors.map(problem => (
        <p key={`${problem.rule} ${problem.code}`} className="st-wrong">
          <code>{problem.target}</code> <ProblemText problem={problem} />
        </p>
      ))}
      {missing.map(target => (
        <p key={target} className="st-wrong">
          <code>{target}</code> {t('panel.vms.try.missing')}
        </p>
      ))}
      <Differences data={data} compareWith={compareWith} />
      {rest.length > 0 && (
        <h4>{t(`panel.vms.studio.${differs.size > 0 ? 'same' : 'values'}`, { smart_count: rest.length })}</h4>
      )}
      <dl className="st-same">
        {rest.map(({ rule, target, value }) => (
          <div key={rule}>
            <dt>{target}</dt>
            <dd>{isMissing(value) ? t('panel.vms.studio.noValue') : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};

const isMissing = (value: unknown) => value === undefined || value === null;

const Differences = ({ data, compareWith }: { data: Tried; compareWith: VmsCompare }) => {
  const t = useTranslate();
  const title = t(compareWith === 'LIVE' ? 'panel.vms.try.diff' : 'panel.vms.try.diffSent');
  const ruleOf = (path: string) =>
    data.trace.find(({ target }) => path === target || path.startsWith(`${target}.`) || path.startsWith(`${target}[`))
      ?.rule;
  if (data.diff.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4>
        {title} <span className="t2">{data.diff.length}</span>
      </h4>
      <dl className="st-diff">
        {data.diff.map(({ path, live, draft }) => {
          const rule = ruleOf(path);
          return (
            <div key={path}>
              <dt>
                {path}{' '}
                {rule !== undefined && <span className="t2">{t('panel.vms.studio.byRule', { number: rule + 1 })}</span>}
              </dt>
              <dd>
                <Gone>{live ?? ''}</Gone> → <Came>{draft ?? ''}</Came>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
};
