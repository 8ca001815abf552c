import { useTranslate } from 'ra-core';
import type { PlannedChange } from '../../generated/answers';
import { fieldLabel, fieldOf, findResource, useMeta, type ResourceMeta } from '../../meta';
import { DifferenceCells } from '../../ui/Difference';
import { useDifferenceTexts } from '../history/useDifferenceTexts';
import './planned.css';

type Line = PlannedChange['changes'][number];

/** What a planned change changes: each field before and after. */
export const PlannedLines = ({ change }: { change: PlannedChange }) => {
  const t = useTranslate();
  const meta = useMeta();
  return (
    <section className="plan-lines" aria-label={t('panel.planned.changes')}>
      {change.changes.map(line => (
        <Fields key={line.id} line={line} resource={findResource(meta, line.entity)} />
      ))}
    </section>
  );
};

const Fields = ({ line, resource }: { line: Line; resource: ResourceMeta | undefined }) => (
  <>
    {line.changed.map(name => (
      <Change key={name} line={line} name={name} resource={resource} />
    ))}
  </>
);

interface ChangeProps {
  line: Line;
  name: string;
  resource: ResourceMeta | undefined;
}

const Change = ({ line, name, resource }: ChangeProps) => {
  const before = line.before ?? {};
  const after = line.after ?? {};
  const t = useTranslate();
  const field = resource && fieldOf(resource, name);
  const [old, now] = useDifferenceTexts(field, name, before, after);
  const label = resource ? t(fieldLabel(resource, name)) : t(`setting.${name}.label`, { _: name });
  return (
    <div>
      <b>{label}</b>
      <DifferenceCells before={old || plain(before[name])} after={now || plain(after[name])} />
    </div>
  );
};

const plain = (value: unknown) => (value === undefined || value === null ? '' : String(value));
