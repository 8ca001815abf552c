import { findResource, fieldOf, useMeta } from '../../meta';
import type { CellProps } from '../../engine/overrideProps';
import type { Values } from '../../engine/form/changes';
import { Difference } from '../../ui/Difference';
import { useChangeTexts } from './useChangeTexts';
import { useFieldName } from './useFieldName';

/** So many changes are written with their values; of the others the fields are named. */
const written = 2;

/** The fields of an entry that changed: the first with their values before and after in words. */
export const ChangedWords = ({ record }: CellProps) => {
  const entity = String(record['entity']);
  const nameOf = useFieldName(entity);
  const changed = record['changed'] as string[]; // a list in every answer
  const before = (record['before'] ?? {}) as Values; // kinds of values are those of the fields
  const after = (record['after'] ?? {}) as Values;
  const isKnown = (name: string) => record['action'] !== 'create' && (name in before || name in after);
  const shown = changed.filter(isKnown).slice(0, written);
  const rest = changed.filter(name => !shown.includes(name));
  return (
    <>
      {shown.map(name => (
        <span key={name}>
          {nameOf(name)}: <Change entity={entity} name={name} before={before} after={after} />{' '}
        </span>
      ))}
      {rest.map(nameOf).join(', ')}
    </>
  );
};

interface ChangeProps {
  entity: string;
  name: string;
  before: Values;
  after: Values;
}

const Change = ({ entity, name, before, after }: ChangeProps) => {
  const resource = findResource(useMeta(), entity);
  const [old, now] = useChangeTexts({ entity, field: resource && fieldOf(resource, name), name, before, after });
  return <Difference before={old} after={now} />;
};
