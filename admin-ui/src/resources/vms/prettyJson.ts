/** A word of JSON, or the blanks and signs between words. */
const parts = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * JSON with a line for each value; nothing for what is no JSON. Every digit stays as it came: parsing would round amounts that
 * are longer than the browser's numbers.
 */
export const prettyJson = (text: string): string | undefined => {
  if (!isJson(text)) return undefined;
  const all = text.match(parts) ?? [];
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return all
    .map((part, i) => {
      if (part === '{' || part === '[') {
        const isEmpty = /^[}\]]/.test(all[i + 1] ?? '');
        depth += 1;
        return isEmpty ? part : part + line();
      }
      if (part === '}' || part === ']') {
        depth -= 1;
        return /^[{[]/.test(all[i - 1] ?? '') ? part : line() + part;
      }
      if (part === ',') return part + line();
      return part === ':' ? ': ' : part;
    })
    .join('');
};
