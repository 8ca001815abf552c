import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';

interface Props {
  value: unknown;
  path: string;
  /** Paths of values that no rule reads. */
  unused: ReadonlySet<string>;
  /** Puts a field into the rule that is being written. */
  onChoose: ((path: string) => void) | undefined;
}

/** The fields of a sample with their values; those that a rule reads are marked. */
export const JsonTree = ({ value, path, unused, onChoose }: Props) =>
  Object.entries((value ?? {}) as Record<string, unknown>).map(([name, inner]) => (
    // an object or a list, as it was parsed
    <Part
      key={name}
      name={name}
      value={inner}
      path={path ? `${path}.${name}` : name}
      unused={unused}
      onChoose={onChoose}
    />
  ));

const Part = ({ name, ...props }: Props & { name: string }) => {
  const { value } = props;
  if (Array.isArray(value))
    return <Nested {...props} name={name} count={value.length} value={value[0]} path={`${props.path}[]`} />;
  if (typeof value === 'object' && value !== null)
    return <Nested {...props} name={name} count={Object.keys(value).length} isOpen={!props.path.includes('.')} />;
  return <Leaf {...props} name={name} />;
};

interface NestedProps extends Props {
  name: string;
  count: number;
  isOpen?: boolean;
}

const Nested = ({ name, count, isOpen = false, ...props }: NestedProps) => {
  const t = useTranslate();
  const isList = props.path.endsWith('[]');
  const isEmpty = typeof props.value !== 'object' || props.value === null;
  return (
    <details open={isOpen}>
      <summary>
        {name}{' '}
        <span className="t3">
          {t(isList ? 'panel.vms.studio.entries' : 'panel.vms.studio.fields', { smart_count: count })}
        </span>
      </summary>
      {isEmpty ? count > 0 && <Leaf {...props} name="" /> : <JsonTree {...props} />}
    </details>
  );
};

const Leaf = ({ name, value, path, unused, onChoose }: Props & { name: string }) => {
  const t = useTranslate();
  const isUsed = !unused.has(path.replace(/\[\].*/, '')) && value !== null;
  const shown: ReactNode = (
    <>
      {name && <span className="t2">{name}: </span>}
      <span className="st-leaf-v">{JSON.stringify(value)}</span>
      {isUsed && <span className="vh"> {t('panel.vms.studio.isUsed')}</span>}
    </>
  );
  const look = `st-leaf ${isUsed ? 'used' : ''}`;
  if (!onChoose) return <p className={look}>{shown}</p>;
  return (
    <button type="button" className={look} title={t('panel.vms.studio.put', { path })} onClick={() => onChoose(path)}>
      {shown}
    </button>
  );
};
