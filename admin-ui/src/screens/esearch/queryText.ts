const quoted = (value: string) => `"${value.replace(/[\\"]/g, escaped)}"`;
const escaped = (sign: string) => `\\${sign}`;

/** The part of a text that a value between two asterisks asks for. */
const partOf = (value: string) => /^\*(.+)\*$/s.exec(value)?.[1];

/** Whether a value asks for itself and not for a part. */
export const isExactValue = (value: string) => value !== '' && partOf(value) === undefined;

const written = (value: string) => {
  const part = partOf(value);
  return part === undefined ? quoted(value) : `*${part.replace(/[\\*]/g, escaped)}*`;
};

/**
 * Writes a query as the service reads it: empty values are dropped, the others joined with " AND "; the id is written as
 * id:123 and any other field as field:"value", which finds that very value, or as field:*part* for a value between two
 * asterisks. The id comes first, then the fields by name.
 */
export const queryText = (values: Record<string, string | undefined>) => {
  const { id, ...fields } = values;
  const terms = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}:${written(value ?? '')}`)
    .sort();
  return [...(id ? [`id:${id}`] : []), ...terms].join(' AND ');
};
