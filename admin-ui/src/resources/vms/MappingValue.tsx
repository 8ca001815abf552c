import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { ReadValue } from '../../engine/form/ReadValue';
import type { InputProps } from '../../engine/overrideProps';
import type { VmsMapping } from '../../generated/resources';
import './vms.css';

/** A field of a mapping that cannot be edited, as text. */
export const MappingValue = ({ source, field }: InputProps) => {
  const t = useTranslate();
  const { base, labelOf } = useFormState();
  const label = t(labelOf(source));
  const value = base[source];
  const Own = parts[source];
  if (Own)
    return (
      <section className="w2 form-read vms-read" aria-label={label}>
        <h4>{label}</h4>
        <Own value={value} />
      </section>
    );
  return <ReadValue source={source} field={field} />;
};

interface PartProps {
  value: unknown;
}

type Rule = VmsMapping['rules'][number];

const Rules = ({ value }: PartProps) => {
  const rules = (value ?? []) as Rule[]; // as the service declares them
  if (rules.length === 0) return <Empty />;
  return (
    <ol className="vms-rules">
      {rules.map(rule => (
        <li key={rule.target}>
          <RuleText rule={rule} />
        </li>
      ))}
    </ol>
  );
};

const RuleText = ({ rule }: { rule: Rule }) => {
  const t = useTranslate();
  const { labelOf } = useFormState();
  const { target, jq, required, when, maxLength, maxLengthError, note } = rule;
  const name = (part: string) => t(labelOf(`rules.${part}`));
  const facts: [string, ReactNode][] = [
    [name('jq'), <code key="jq">{jq}</code>],
    [name('default'), rule.default && <code key="default">{rule.default}</code>],
    [name('when'), when && <code key="when">{when}</code>],
    [name('maxLength'), maxLength > 0 && maxLength],
    [name('note'), note],
  ];
  const marks = [
    rule.off && name('off'),
    required && name('required'),
    maxLengthError && name('maxLengthError'),
  ].filter(Boolean);
  return (
    <>
      <b>{target}</b> {marks.length > 0 && <span className="t2">{marks.join(', ')}</span>}
      <dl>
        {facts
          .filter(([, fact]) => fact)
          .map(([label, fact]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
    </>
  );
};

const Lookups = ({ value }: PartProps) => {
  const tables = Object.entries((value ?? {}) as Record<string, Record<string, unknown>>); // as the service declares them
  if (tables.length === 0) return <Empty />;
  return tables.map(([name, entries]) => (
    <dl key={name} aria-label={name}>
      <dt>
        <b>{name}</b>
      </dt>
      {Object.entries(entries).map(([from, to]) => (
        <dd key={from}>
          <code>{from}</code> → <code>{String(to)}</code>
        </dd>
      ))}
    </dl>
  ));
};

const Tests = ({ value }: PartProps) => {
  const t = useTranslate();
  const { labelOf } = useFormState();
  const tests = (value ?? []) as VmsMapping['tests']; // as the service declares them
  if (tests.length === 0) return <Empty />;
  return tests.map(({ name, input, expected }) => (
    <details key={name} className="vms-group">
      <summary>{name}</summary>
      <b>{t(labelOf('tests.input'))}</b>
      <pre>{JSON.stringify(input, null, 2)}</pre>
      <b>{t(labelOf('tests.expected'))}</b>
      <pre>{JSON.stringify(expected, null, 2)}</pre>
    </details>
  ));
};

const Empty = () => <p className="t2">{useTranslate()('panel.vms.mapping.empty')}</p>;

/** What is more than a line, by the name of its field. */
const parts: Record<string, (props: PartProps) => ReactNode> = { rules: Rules, lookups: Lookups, tests: Tests };
