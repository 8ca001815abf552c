import type { KindInputProps } from './kindInputs';
import { PartInput } from './PartInput';

/** A value made of several, each with a label of its own. */
export const ObjectInput = ({ field, source, value, onChange }: KindInputProps) => {
  const parts = asObject(value);
  return (
    <div className="g2 parts">
      {field.fields?.map(part => (
        <PartInput
          key={part.name}
          field={part}
          source={`${source}.${part.name}`}
          value={parts[part.name]}
          onChange={next => onChange(keep({ ...parts, [part.name]: next }))}
        />
      ))}
    </div>
  );
};

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** An object with nothing in it is nothing. */
const keep = (parts: Record<string, unknown>) =>
  Object.values(parts).every(part => part === null || part === undefined || part === '') ? null : parts;
