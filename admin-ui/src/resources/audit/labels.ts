/** The keys that may name a field of a kind of record, the best first. */
export const labelsOf = (entity: string, name: string) => [
  `resources.${entity}.fields.${name}`,
  ...(entity === 'setting' ? [`setting.${name}.label`] : []),
  ...(entity === 'rateFormula' ? [`resources.client.fields.${name}`] : []),
  `audit.field.${name}`,
];
