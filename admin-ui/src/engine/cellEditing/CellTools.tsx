import { useCallback, useEffect, useMemo, useState } from 'react';
import { useListContext, useTranslate } from 'ra-core';
import { isAllowed, statusAction, useResourceMeta } from '../../meta';
import { useListUi } from '../list/ListUi';
import { useOnline } from '../useOnline';
import type { Saved } from '../useRecordSaved';
import { focusCell, stepFrom, type CellAddress, type Next } from './cellAddress';
import { CellEditor } from './CellEditor';
import { CellHost } from './CellHost';
import { lockReason, nextEditable } from './cellLock';
import './cellEditing.css';
import { useCellArea } from './useCellArea';
import { useCellClicks } from './useCellClicks';
import { useCellCopy } from './useCellCopy';
import { useCellKeys } from './useCellKeys';

const none: Saved[] = [];

/** What the cells of a table can do: be edited in place, be gone through by arrows, and be copied as a table. */
export const CellTools = () => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const { data = none } = useListContext<Saved>();
  const { columns, cursor, setCursor } = useListUi();
  const table = useMemo(() => ({ columns, rows: data }), [columns, data]);
  const [edited, setEdited] = useState<CellAddress>();
  const [news, announce] = useState('');
  const { refused, refuse, lockOf } = useRefusal();
  const openStatus = useStatusDialog();
  const area = useCellArea(table);
  const edit = (address: CellAddress) => {
    if (edited) return; // the one that is open was refused, and keeps what was typed
    const lock = lockOf(table.rows, address);
    if (lock === 'panel.cellEdit.lock.status' && openStatus(address)) return;
    if (lock) return refuse(address, t(lock));
    setCursor(address.id);
    area.clear();
    setEdited(address);
  };
  const close = useCallback(
    (next: Next) => {
      const to =
        edited && (next === 'next' || next === 'previous')
          ? nextEditable(meta, table, edited, next === 'next' ? 1 : -1)
          : undefined;
      setEdited(to);
      if (to) setCursor(to.id);
      else if (edited && next !== 'leave') focusCell(table, edited);
    },
    [edited, meta, table, setCursor],
  );
  useCellClicks({ table, canEdit: address => !lockOf(table.rows, address), edit });
  useCellKeys({
    table,
    current: cursor === undefined ? undefined : { id: cursor, column: meta.title },
    edit,
    clear: area.cells.length > 0 ? area.clear : undefined,
    move: (from, [rows, steps], isExtending) => {
      const to = stepFrom(table, from, rows, steps);
      if (isExtending) area.extend(from, to);
      else area.clear();
      focusCell(table, to);
    },
  });
  useCellCopy({
    table,
    cells: area.cells,
    onCopied: count => announce(t('panel.cellEdit.copied', { smart_count: count })),
  });
  const rows = area.cells.length;
  const selected = area.cells[0]?.length ?? 0;
  useEffect(() => {
    announce(rows > 0 ? t('panel.cellEdit.selected', { rows, columns: selected }) : '');
  }, [rows, selected, t]);
  const column = columns.find(({ name }) => name === edited?.column);
  return (
    <>
      <p className="vh" role="status">
        {refused?.text ?? news}
      </p>
      {refused && (
        <CellHost table={table} address={refused.address} className="cell-why" onGone={() => refuse()}>
          <span aria-hidden="true">{refused.text}</span>
        </CellHost>
      )}
      {edited && column && (
        <CellEditor
          key={`${edited.id} ${edited.column}`}
          table={table}
          address={edited}
          column={column}
          onClose={close}
        />
      )}
    </>
  );
};

/** Why a cell was not edited, until the next key or click. */
const useRefusal = () => {
  const meta = useResourceMeta();
  const { columns } = useListUi();
  const isOnline = useOnline();
  const [refused, setRefused] = useState<{ address: CellAddress; text: string }>();
  useEffect(() => {
    if (!refused) return;
    const end = () => setRefused(undefined);
    document.addEventListener('keydown', end, { capture: true, once: true });
    document.addEventListener('pointerdown', end, { capture: true, once: true });
    return () => {
      document.removeEventListener('keydown', end, true);
      document.removeEventListener('pointerdown', end, true);
    };
  }, [refused]);
  return {
    refused,
    refuse: (address?: CellAddress, text = '') => setRefused(address && { address, text }),
    lockOf: (rows: Saved[], { id, column: name }: CellAddress) => {
      const record = rows.find(row => row.id === id);
      const column = columns.find(each => each.name === name);
      if (!record || !column) return 'panel.cellEdit.lock.computed';
      return lockReason(meta, record, column) ?? (isOnline ? undefined : 'panel.list.offline');
    },
  };
};

/** Gives the function that opens the dialog in which the status of a row is changed; says whether it may be. */
const useStatusDialog = () => {
  const meta = useResourceMeta();
  const { data = none } = useListContext<Saved>();
  const { open } = useListUi();
  const isOnline = useOnline();
  return ({ id }: CellAddress) => {
    const action = statusAction(meta);
    const record = data.find(row => row.id === id);
    if (!action || !record || !isOnline || !isAllowed(action, record)) return false;
    open({ kind: 'action', action, record });
    return true;
  };
};
