import { useTranslate } from 'ra-core';
import { enumText, fieldOf, recordTitle, useMeta, useResourceMeta } from '../../meta';
import { useBoard } from './BoardContext';
import { moveTo } from './boardMoves';

/** Says to those who do not see the board which card is lifted, where it can go, and which column it is over. */
export const BoardNews = () => {
  const meta = useResourceMeta();
  const all = useMeta();
  const t = useTranslate();
  const { lifted, possible } = useBoard();
  const nameOf = (status: string) => t(enumText(all, fieldOf(meta, meta.status)?.enum ?? '', status));
  const reached = possible?.results.filter(({ allowed }) => allowed).map(({ value }) => nameOf(value)) ?? [];
  const text = () => {
    if (!lifted || !possible) return '';
    const title = recordTitle(meta, lifted.record);
    if (lifted.over !== lifted.from && moveTo(possible, lifted.over)) {
      return t('panel.board.over', { title, column: nameOf(lifted.over) });
    }
    if (reached.length === 0) return t('panel.board.stuck', { title });
    return t('panel.board.lifted', { title, columns: reached.join(', ') });
  };
  return (
    <p className="vh" role="status">
      {text()}
    </p>
  );
};
