const escaped = (value: string) => value.replace(/[\\"]/g, sign => `\\${sign}`);

/**
 * Writes a query as the service reads it: empty values are dropped, the others joined with " AND "; id stands as id:123, any
 * other field as field:"value". The id comes first, then the fields by name.
 */
export const queryText = (values: Record<string, string | undefined>) => {
  const { id, ...fields } = values;
  const terms = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}:"${escaped(value ?? '')}"`)
    .sort();
  return [...(id ? [`id:${id}`] : []), ...terms].join(' AND ');
};
