/** A part of a program and how it looks. */
interface Token {
  text: string;
  look: 'path' | 'text' | 'word' | 'plain';
  mark?: 'bad' | 'warn';
}

/** A part of a program that something is wrong with, or may be. */
export interface Mark {
  from: number;
  to: number;
  tone: 'bad' | 'warn';
}

const parts = /("(?:[^"\\]|\\.)*"?)|([.$][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(@?[A-Za-z_]\w*)|([^"A-Za-z_.$@]+|.)/gs;
const looks = ['text', 'path', 'word', 'plain'] as const;

/** A program in parts, cut where a mark begins or ends. */
export const tokensOf = (program: string, marks: readonly Mark[]): Token[] => {
  const cuts = marks.flatMap(({ from, to }) => [from, to]);
  const out: Token[] = [];
  for (const hit of program.matchAll(parts)) {
    const look = looks[[hit[1], hit[2], hit[3], hit[4]].findIndex(part => part !== undefined)] ?? 'plain';
    const end = hit.index + hit[0].length;
    const places = [hit.index, ...cuts.filter(cut => cut > hit.index && cut < end).sort((a, b) => a - b), end];
    for (const [i, from] of places.slice(0, -1).entries()) {
      const mark = marks.find(one => one.from <= from && from < one.to)?.tone;
      out.push({ text: program.slice(from, places[i + 1]), look, ...(mark && { mark }) });
    }
  }
  return out;
};
