/** What people write for what a formula has in another sign. */
const signs: Record<string, string> = { '×': '*', '·': '*', '÷': '/', ':': '/', '−': '-', '–': '-', ';': ',' };

const digit = /\d/;
const isDecimalComma = (letters: readonly string[], at: number) =>
  letters[at] === ',' && digit.test(letters[at - 1] ?? '') && digit.test(letters[at + 1] ?? '');

/** Of a formula that cannot be read the word or sign at a place, and the sign that was intended there, where that is known. */
export const unreadableAt = (formula: string, position: unknown) => {
  if (typeof position !== 'number') return undefined;
  const letters = [...formula];
  const rest = letters.slice(position).join('');
  const before = /\w*$/.exec(letters.slice(0, position).join(''))?.[0] ?? '';
  const word = /^\w+/.exec(rest);
  const text = word ? before + word[0] : (letters[position] ?? '').trim();
  const intended = isDecimalComma(letters, position) ? '.' : signs[text];
  return text ? { text, intended } : undefined;
};
