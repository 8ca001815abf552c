const defined = [
  'labelKey',
  'helpKey',
  'valueType',
  'inputKind',
  'options',
  'validation',
  'flags',
  'correctAnswers',
  'prefillSource',
];

/** What is asked and what may be answered, as it stands in the form. */
export const draftOf = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(defined.map(name => [name, values[name] ?? null]));
