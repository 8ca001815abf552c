import type { BesideNote } from './noteCalls';
import { piecesOf } from './mentionText';

/** The text of a note as it was written, with those whom it mentions by name. */
export const NoteText = ({ note: { text, mentions } }: { note: BesideNote }) => (
  <p className="nt-t">
    {piecesOf(text, mentions).map((piece, i) =>
      piece.isMention ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else
        <b key={i}>{piece.text}</b>
      ) : (
        piece.text
      ),
    )}
  </p>
);
