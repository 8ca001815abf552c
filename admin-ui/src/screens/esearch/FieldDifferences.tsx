import type { IndexFieldDifference } from '../../generated/answers';
import { Difference } from '../../ui/Difference';

const shown = (value: unknown) => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The fields that differ: what the index holds is what would go, what the database says would come. */
export const FieldDifferences = ({ fields }: { fields: readonly IndexFieldDifference[] }) => (
  <dl className="ix-diff">
    {fields.map(({ name, index, db }) => (
      <div key={name}>
        <dt className="mono s12">{name}</dt>
        <dd>
          <Difference before={shown(index)} after={shown(db)} />
        </dd>
      </div>
    ))}
  </dl>
);
