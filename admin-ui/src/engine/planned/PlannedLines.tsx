import { useTranslate } from 'ra-core';
import type { PlannedChange } from '../../generated/answers';
import { fieldLabel, fieldOf, findResource, useMeta, type ResourceMeta } from '../../meta';
import { DifferenceCells } from '../../ui/Difference';
import { textIfAny } from '../../providers/textIfAny';
import { useDifferenceTexts } from '../history/useDifferenceTexts';
import './planned.css';

type Line = PlannedChange['changes'][number];

/** What a planned change changes: each field before and after. */
export const PlannedLines = ({ change }: { change: PlannedChange }) => {
  const meta = useMeta();
  return (
    <div className="plan-lines">
      {change.changes.map(line => (
        <Fields key={line.id} line={line} resource={findResource(meta, line.entity)} />
      ))}
    </div>
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
  const say = (value: unknown) => (typeof value === 'boolean' ? t(`setting.${value ? 'on' : 'off'}`) : textOf(value));
  return (
    <div>
      <b>{textIfAny(t, labelsOf(line.entity, name)) ?? name}</b>
      <DifferenceCells before={field ? old : say(before[name])} after={field ? now : say(after[name])} />
    </div>
  );
};

/** The keys that may name a changed field: of a record, of a setting, or of the formulas of the system. */
const labelsOf = (entity: string, name: string) => [
  fieldLabel({ name: entity }, name),
  `setting.${name}.label`,
  `panel.formulas.${name}`,
];

const textOf = (value: unknown) => {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
};
