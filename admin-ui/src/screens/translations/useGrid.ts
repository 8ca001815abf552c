import { useCallback, useState } from 'react';
import { cellId, type Desk, type Work } from './desk';
import { moved, nextOpen, type Field, type Place, type Then } from './place';
import { cellOf, type Sheet } from './sheet';

interface GridInput {
  sheet: Sheet;
  field: Field;
  desk: Desk;
  works: ReadonlyMap<string, Work>;
  mayWrite: boolean;
  /** Shows a row and puts the focus back on the grid. */
  show: (place: Place, isEditing: boolean) => void;
}

/** The cursor of the grid, whether one writes at it, and what becomes of what is written. */
export const useGrid = ({ sheet, field, desk, works, mayWrite, show }: GridInput) => {
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [isEditing, setEditing] = useState(false);
  const place = {
    row: Math.min(at.row, Math.max(0, field.keys.length - 1)),
    column: Math.min(at.column, Math.max(0, field.locales.length - 1)),
  };
  const messageKey = field.keys[place.row] ?? '';
  const locale = field.locales[place.column] ?? '';
  const cell = { client: sheet.client, locale, messageKey };
  const shown = cellOf(sheet, locale, messageKey);
  const work = works.get(cellId(cell));
  const go = useCallback(
    (to: Place, edit: boolean) => {
      setAt(to);
      setEditing(edit);
      show(to, edit);
    },
    [show],
  );
  const isOccupied = (of: string, key: string) =>
    works.has(cellId({ client: sheet.client, locale: of, messageKey: key }));
  const leave = (then: Then) => {
    if (then === 'next') {
      const to = nextOpen({ sheet, isOccupied }, field, place);
      go(to ?? place, to !== undefined);
    } else if (then === 'leave') go(place, false);
    else if (then !== 'stay') go(moved(then.arrow, place, field) ?? place, true);
  };
  const save = (value: string | undefined, then: Then, isForced: boolean) => {
    // Over what stands there now: what somebody else left counts as seen once it was shown beside the text.
    const base = work?.current === undefined ? shown.text : (work.current ?? undefined);
    if (value !== undefined) void desk.send({ ...cell, value, base, isForced });
    leave(then);
  };
  const press = (key: string, isCtrl = false) => {
    const to = moved(key, place, field, isCtrl);
    if (to) go(to, false);
    else if (isCtrl) return false;
    else if (mayWrite && messageKey && (key === 'Enter' || key === 'F2')) go(place, true);
    else return false;
    return true;
  };
  /** Says that a text fits its source as it is, although that has changed. */
  const confirm = () => {
    if (shown.text) void desk.send({ ...cell, value: shown.text.messageValue, base: shown.text, isConfirmed: true });
    go(place, false);
  };
  const cancel = () => {
    if (work?.status === 'failed') desk.drop(cell);
    go(place, false);
  };
  return { place, shown, work, messageKey, isEditing: isEditing && mayWrite, go, press, save, confirm, cancel };
};
