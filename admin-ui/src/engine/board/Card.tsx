import { useContext, useEffect, useMemo, useRef, type ComponentType } from 'react';
import { LinkBase, useTranslate } from 'ra-core';
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { fieldLabel, recordTitle, useMeta, useResourceMeta } from '../../meta';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { moveVerb, statusBase } from '../form/possibleStatuses';
import { resolveColumns, type Column } from '../list/columns';
import { useOverride } from '../override';
import type { CellProps } from '../overrideProps';
import { useRowPath } from '../useRecordPath';
import type { Saved } from '../useRecordSaved';
import { useBoard } from './BoardContext';
import { storeCard } from './cardRecords';
import { ShownAroundContext } from './ShownAroundContext';

interface Props {
  record: Saved;
  status: string;
}

/** A record on the board: its title, what tells it from others, what it lacks, and the step that is usually next. */
export const Card = ({ record, status }: Props) => {
  const meta = useResourceMeta();
  const base = statusBase(useMeta(), meta);
  const t = useTranslate();
  const path = useRowPath();
  const { lifted, canMove, choose, putBack } = useBoard();
  const ref = useDraggable(record, status);
  const next = meta.board?.next?.[status];
  const isLifted = lifted?.record.id === record.id;
  return (
    <li
      ref={ref}
      className={`card ${isLifted ? 'lifted' : ''}`}
      data-card={record.id}
      data-row={record.id}
      onBlur={() => isLifted && lifted.by === 'keys' && putBack()}
    >
      <LinkBase className="t" to={path(record.id)} draggable={false}>
        {recordTitle(meta, record)}
      </LinkBase>
      {canMove && (
        <IconButton
          small
          icon="swap"
          label={t('panel.board.choose', { title: recordTitle(meta, record) })}
          onClick={() => choose(record)}
        />
      )}
      <Facts record={record} />
      {next && (
        <span className="bd-next">
          <Icon name="right" small className="mk-neutral" />
          {moveVerb(t, base, status, next)}
        </span>
      )}
    </li>
  );
};

const Facts = ({ record }: { record: Saved }) => {
  const meta = useResourceMeta();
  const override = useOverride(meta.name);
  const columns = useMemo(() => resolveColumns(meta, override, meta.board?.fields ?? []), [meta, override]);
  return columns.map(column => (
    <Fact key={column.name} column={column} Own={override.cells?.[column.name]?.Card ?? column.Line} record={record} />
  ));
};

interface FactProps {
  column: Column;
  /** The cell that the resource has for cards or short lines. */
  Own: ComponentType<CellProps> | undefined;
  record: Saved;
}

/** A field of the card. What is empty, or what the record around the board says, is left out, unless a cell of its own finds something to say. */
const Fact = ({ column: { name, field, labels, Cell }, Own, record }: FactProps) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const shownAround = useContext(ShownAroundContext);
  const value = record[name];
  const Shown = Own ?? Cell;
  if (!Own && shownAround.has(value)) return null;
  if (!Own && (value === undefined || value === null || value === '')) return null;
  return (
    <span className="bd-fact">
      {field.kind === 'date' && !Own && labels.length === 1 && `${t(fieldLabel(meta, name))} `}
      <Shown record={record} field={field} />
    </span>
  );
};

/** Lets the card be dragged by a pointer, where the person may move it. */
const useDraggable = (record: Saved, status: string) => {
  const ref = useRef<HTMLLIElement>(null);
  const board = useBoard();
  const latest = useRef(board);
  useEffect(() => {
    latest.current = board;
    if (ref.current) storeCard(ref.current, record);
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return draggable({
      element,
      canDrag: () => latest.current.canMove,
      onDragStart: () => latest.current.lift(record, status, 'pointer'),
      onDrop: ({ location }) => {
        if (location.current.dropTargets.length === 0) latest.current.putBack();
      },
    });
  }, [record, status]);
  return ref;
};
