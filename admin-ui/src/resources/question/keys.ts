/** The key of the text of a question, or of one of its options. */
export const derivedKey = (key: string, option?: string) => {
  const of = key.trim();
  if (of === '') return '';
  return option === undefined ? `ask.${of}` : `ask.${of}.${option}`;
};
