/** A run of words that stayed, went or came. */
export interface Part {
  kind: 'same' | 'gone' | 'came';
  text: string;
}

/** Above this many words the table of the comparison gets too large; the whole text is then one change. */
const wordsAtMost = 2000;

const split = (text: string) => text.match(/\S+\s*/g) ?? [];
const isSame = (a?: string, b?: string) => a !== undefined && a.trim() === b?.trim();

/** Answers, for word i of a and word j of b, how many words the rests of both texts share in order. */
const sharedFrom = (a: string[], b: string[]) => {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = isSame(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
};

const add = (parts: Part[], kind: Part['kind'], text = '') => {
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
};

/** The words two texts share, and those that went and came between them. */
export const wordsOf = (before: string, after: string): Part[] => {
  const a = split(before);
  const b = split(after);
  const parts: Part[] = [];
  if (a.length > wordsAtMost || b.length > wordsAtMost) {
    add(parts, 'gone', before);
    add(parts, 'came', after);
    return parts;
  }
  const shared = sharedFrom(a, b);
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (isSame(a[i], b[j])) {
      add(parts, 'same', b[j++]);
      i++;
    } else if (i < a.length && (j === b.length || shared(i + 1, j) >= shared(i, j + 1))) {
      add(parts, 'gone', a[i++]);
    } else {
      add(parts, 'came', b[j++]);
    }
  }
  return parts;
};
