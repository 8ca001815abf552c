import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { isSame } from '../../../engine/form/changes';
import type { VmsMapping } from '../../../generated/resources';
import { fieldLabel, useResourceMeta } from '../../../meta';
import { Difference } from '../../../ui/Difference';
import { ruleChanges, rulesOf, type RuleChange } from './rules';

interface Props {
  before: VmsMapping;
  after: VmsMapping;
}

/** What two versions do not have in common, part by part. */
export const VersionChanges = ({ before, after }: Props) => {
  const t = useTranslate();
  const rules = ruleChanges(rulesOf(before.rules), rulesOf(after.rules));
  const lookups = namedChanges(before.lookups, after.lookups);
  const tests = namedChanges(byName(before.tests), byName(after.tests));
  if (rules.length + lookups.length + tests.length === 0) return <p>{t('panel.vms.studio.alike')}</p>;
  return (
    <>
      <Part name="rules" count={rules.length}>
        {rules.map(change => (
          <RuleLine key={change.target} change={change} />
        ))}
      </Part>
      {[
        { name: 'lookups', lines: lookups },
        { name: 'tests', lines: tests },
      ].map(({ name, lines }) => (
        <Part key={name} name={name} count={lines.length}>
          {lines.map(line => (
            <div key={line.name}>
              <dt>{line.name}</dt>
              <dd>
                <Difference before={line.before} after={line.after} />
              </dd>
            </div>
          ))}
        </Part>
      ))}
    </>
  );
};

const Part = ({ name, count, children }: { name: string; count: number; children: ReactNode }) => {
  const t = useTranslate();
  const title = t(fieldLabel(useResourceMeta(), name));
  if (count === 0) return null;
  return (
    <section className="vms-part" aria-label={title}>
      <h3>
        {title} <span className="t2">{count}</span>
      </h3>
      <dl>{children}</dl>
    </section>
  );
};

const RuleLine = ({ change: { target, before, after, parts } }: { change: RuleChange }) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const text = (value: unknown) =>
    value === true ? t('panel.vms.studio.yes') : value === false ? t('panel.vms.studio.no') : String(value || '');
  if (!before || !after)
    return (
      <div>
        <dt>{target}</dt>
        <dd>
          <Difference before={before?.jq ?? ''} after={after?.jq ?? ''} />
        </dd>
      </div>
    );
  return parts.map(part => (
    <div key={part}>
      <dt>
        {target} <span className="t2">{t(fieldLabel(meta, `rules.${part}`))}</span>
      </dt>
      <dd>
        <Difference before={text(before[part])} after={text(after[part])} />
      </dd>
    </div>
  ));
};

const byName = (tests: VmsMapping['tests']) => Object.fromEntries(tests.map(test => [test.name, test]));

/** What differs between two collections, by name, as JSON. */
const namedChanges = (before: unknown, after: unknown) => {
  const [was, is] = [before, after].map(all => (all ?? {}) as Record<string, unknown>); // as the service declares them
  const text = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
  return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
    .filter(name => !isSame(was?.[name], is?.[name]))
    .map(name => ({ name, before: text(was?.[name]), after: text(is?.[name]) }));
};
