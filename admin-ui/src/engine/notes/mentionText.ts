import type { NotePerson } from '../../generated/answers';

const token = /@\[(\d+)\]/g;

/** A stored text as people read and write it: mentions by name. */
export const shownText = (text: string, people: readonly NotePerson[]) =>
  text.replace(token, (found, id: string) => {
    const name = people.find(person => String(person.id) === id)?.name;
    return name ? `@${name}` : found;
  });

/** A written text as it is stored: the names of known people become references to them, the longest name first. */
export const storedText = (text: string, people: readonly NotePerson[]) =>
  [...people]
    .sort((a, b) => b.name.length - a.name.length)
    .reduce((stored, { id, name }) => stored.split(`@${name}`).join(`@[${id}]`), text);

/** A piece of a text: words, or a mention. */
interface Piece {
  text: string;
  isMention: boolean;
}

/** A stored text in pieces, so that mentions can look different. */
export const piecesOf = (text: string, people: readonly NotePerson[]): Piece[] =>
  text
    .split(/(@\[\d+\])/)
    .filter(piece => piece !== '')
    .map(piece => {
      const shown = shownText(piece, people);
      return { text: shown, isMention: shown !== piece };
    });

const typing = /(?:^|[\s(])@([^\s@]*(?: [^\s@]*)?)$/;

/** What is typed of a name before the caret, and where its @ stands; undefined while no mention is typed. */
export const mentionAt = (text: string, caret: number) => {
  const found = typing.exec(text.slice(0, caret));
  return found ? { name: found[1] ?? '', start: caret - (found[1] ?? '').length - 1 } : undefined;
};
