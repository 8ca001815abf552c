import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'ra-core';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { enumText, fieldOf, useMeta, useResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { lookOf } from '../../ui/statusLook';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { useWords } from '../useWords';
import { useBoard } from './BoardContext';
import { isRefused, moveTo } from './boardMoves';
import { Card } from './Card';
import { CardRowsContext } from './CardRowsContext';
import { DropText } from './DropText';
import { cardsAtOnce, useColumn } from './useColumn';

interface Props {
  status: string;
  filter: Record<string, unknown>;
  sort: string;
}

/** The records of one status: how many there are, the first of them, and what a drop here would do. */
export const Column = ({ status, filter, sort }: Props) => {
  const meta = useResourceMeta();
  const all = useMeta();
  const t = useTranslate();
  const { number } = useWords();
  const { lifted, possible } = useBoard();
  const ref = useDropTarget(status);
  const query = useColumn(status, filter, sort);
  const [isOpen, setOpen] = useState(false);
  const label = t(enumText(all, fieldOf(meta, meta.status)?.enum ?? '', status));
  const isHere = lifted?.from === status;
  const move = lifted && !isHere ? moveTo(possible, status) : undefined;
  const isEnd = query.total === 0 || (meta.board?.ends.includes(status) ?? false);
  // Under the pointer no column moves away: one that is folded takes the card as it is.
  const isFolded = isEnd && !isOpen && !isHere && !(move?.allowed && lifted?.by === 'keys');
  const isOver = lifted?.over === status && !isHere;
  const isOut = lifted !== undefined && !isHere && isRefused(possible, status);
  const { tone, icon } = lookOf(status);
  const shape = `${isFolded ? 'fold' : ''} ${isOut ? 'no' : ''} ${isOver ? 'over' : ''} ${move?.allowed ? 'may' : ''}`;
  return (
    <section
      ref={ref}
      className={`bd-c ${shape}`}
      data-column={status}
      aria-label={t('panel.board.column', { name: label, smart_count: query.total ?? 0 })}
    >
      <header>
        <Icon name={icon} className={`mk-${tone}`} />
        <h2>{label}</h2>
        <span className="n">{query.total === undefined ? ' ' : number(query.total)}</span>
        {isEnd && query.total !== undefined && query.total > 0 && (
          <button type="button" className="bd-fold" aria-expanded={!isFolded} onClick={() => setOpen(!isOpen)}>
            <Icon name={isFolded ? 'right' : 'left'} small />
            <span className="vh">{t('panel.board.fold', { name: label })}</span>
          </button>
        )}
      </header>
      {move && (isFolded ? isOver : true) && <DropText move={move} />}
      {!isFolded && <Cards asked={query} status={status} />}
    </section>
  );
};

const Cards = ({ asked, status }: { asked: ReturnType<typeof useColumn>; status: string }) => {
  const t = useTranslate();
  const { error, isPending, hasNextPage, total = 0, rows } = asked;
  if (error) return <Refusal error={error} onRetry={retryOf(asked)} />;
  if (isPending) return <Skeleton width={140} height={64} />;
  return (
    <CardRowsContext value={rows}>
      {rows.length > 0 && (
        <ul className="bd-cards">
          {rows.map(record => (
            <Card key={record.id} record={record} status={status} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button small isBusy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
          {t('panel.board.more', { smart_count: Math.min(cardsAtOnce, total - rows.length) })}
        </Button>
      )}
    </CardRowsContext>
  );
};

/** Lets a card be dropped here, unless the service has said that it cannot come here. */
const useDropTarget = (status: string) => {
  const ref = useRef<HTMLElement>(null);
  const board = useBoard();
  const latest = useRef(board);
  useEffect(() => {
    latest.current = board;
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      canDrop: () => {
        const { lifted, possible } = latest.current;
        return lifted !== undefined && (lifted.from === status || !isRefused(possible, status));
      },
      onDragEnter: () => latest.current.moveOver(status),
      onDragLeave: () => latest.current.moveOver(latest.current.lifted?.from ?? ''),
      onDrop: () => latest.current.drop(status),
    });
  }, [status]);
  return ref;
};
