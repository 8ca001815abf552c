/** A run of words that stayed, went or came. */
export interface Part {
  kind: 'same' | 'gone' | 'came';
  text: string;
}

/** Above this many words the table of the comparison gets too large; the whole text is then one change. */
const wordsAtMost = 2000;

const split = (text: string) => text.match(/\S+\s*/g) ?? [];

/** lengths[i][j] is the longest common run of words of a from i and b from j. */
const commonLengths = (a: string[], b: string[]) => {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i]!; // in range by the loop
    const below = lengths[i + 1]!;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i]!.trim() === b[j]!.trim() ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!);
    }
  }
  return lengths;
};

const add = (parts: Part[], kind: Part['kind'], text: string) => {
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
};

/** The words two texts share, and those that went and came between them. */
export const wordsOf = (before: string, after: string): Part[] => {
  const a = split(before);
  const b = split(after);
  if (a.length > wordsAtMost || b.length > wordsAtMost) {
    return [
      { kind: 'gone', text: before },
      { kind: 'came', text: after },
    ];
  }
  const lengths = commonLengths(a, b);
  const parts: Part[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i]!.trim() === b[j]!.trim()) {
      add(parts, 'same', b[j++]!);
      i++;
    } else if (i < a.length && (j === b.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      add(parts, 'gone', a[i++]!);
    } else {
      add(parts, 'came', b[j++]!);
    }
  }
  return parts;
};
