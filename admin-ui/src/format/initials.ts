/** The first letters of the first and the last name. */
export const initialsOf = (firstName: string, lastName: string) =>
  [firstName, lastName]
    .map(name => [...name.trim()][0] ?? '')
    .join('')
    .toLocaleUpperCase();

/** The first letters of a name as one text. */
export const initialsOfName = (name: string) => {
  const words = name.trim().split(/\s+/);
  return initialsOf(words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : '');
};
