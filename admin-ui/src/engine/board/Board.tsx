import { useRef } from 'react';
import { useLocation, useTranslate } from 'ra-core';
import { fieldOf, resourceLabel, statusAction, useMeta, useResourceMeta } from '../../meta';
import { StatusDialog } from '../form/StatusDialog';
import { RowsSearchContext } from '../useRecordPath';
import { useListChanged, useRecordSaved } from '../useRecordSaved';
import { BoardContext } from './BoardContext';
import { BoardNews } from './BoardNews';
import { Column } from './Column';
import { columnsUnder } from './boardMoves';
import { KeyHints } from './KeyHints';
import { useBoardKeys } from './useBoardKeys';
import { useBoardState } from './useBoardState';
import { useFocusOnMoved } from './useFocusOnMoved';
import './board.css';

interface Props {
  /** Of the list that is shown so. */
  filter: Record<string, unknown>;
  /** Its order: "id:desc". */
  sort: string;
  /** Within another record's page, whose address the cards need not keep. */
  isTab?: boolean;
}

/** The records of a list in columns by status. A card goes where the rules let its record go; the drop asks what the change asks. */
export const Board = ({ filter, sort, isTab }: Props) => {
  const meta = useResourceMeta();
  const { enums } = useMeta();
  const t = useTranslate();
  const { search } = useLocation();
  const region = useRef<HTMLElement>(null);
  const { state, asked, close } = useBoardState();
  const { columns, rest } = columnsUnder(meta, enums?.[fieldOf(meta, meta.status)?.enum ?? ''] ?? [], filter);
  const onKeyDown = useBoardKeys(state, columns);
  const put = useRecordSaved();
  const refreshList = useListChanged();
  const follow = useFocusOnMoved(region);
  const action = statusAction(meta);
  const done = (saved?: Record<string, unknown>) => {
    const { record } = asked ?? {};
    close();
    if (!record) return;
    if (saved) put({ ...saved, id: record.id });
    else refreshList();
    follow(record.id, String(record[meta.status]), String(saved?.[meta.status] ?? asked?.only));
  };
  return (
    <BoardContext value={state}>
      <RowsSearchContext value={isTab ? '' : search}>
        <section
          ref={region}
          className={`bd ${isTab ? 'bd-tab' : ''}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keys have to reach it
          tabIndex={0}
          aria-label={t('panel.board.label', { plural: t(resourceLabel(meta, 'plural')) })}
          onKeyDown={onKeyDown}
        >
          {columns.map(status => (
            <Column key={status} status={status} filter={rest} sort={sort} />
          ))}
        </section>
      </RowsSearchContext>
      {!isTab && <KeyHints />}
      <BoardNews />
      {asked && action && (
        <StatusDialog
          action={action}
          record={asked.record}
          {...(asked.only && { only: asked.only })}
          onClose={close}
          onDone={done}
        />
      )}
    </BoardContext>
  );
};
