import { useEffect, useRef } from 'react';
import { useLocation } from 'ra-core';
import { match } from '../../router/match';
import { resourceKey, useResourceMeta } from '../../meta';
import type { Id } from './useSelection';

/** The link of a row, which is where its focus belongs. */
export const rowLink = (id: Id) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(id))}"] a[href]`);

/** Goes from the filters to the first row, to the grid of a screen that has one, or to the heading where there is no row. */
export const focusTable = () =>
  ['[data-row] a[href]', '[role="grid"]', '.list h1']
    .map(place => document.querySelector<HTMLElement>(place))
    .find(found => found)
    ?.focus();

/** Gives the focus a place in the list, unless somebody took it: what had it may be gone. */
const focusList = (id: Id | undefined) =>
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const row = id === undefined ? null : rowLink(id);
    (row ?? document.querySelector<HTMLElement>('.list h1'))?.focus();
  });

/** The id of the record whose dialog the address names. */
const useInside = () => {
  const { pathname } = useLocation();
  return match(`${resourceKey(useResourceMeta())}/:id`, pathname, false)?.params['id'];
};

/** Marks the row of the record that is open, also when one went on from it to the next. */
export const useCursorAtOpened = (page: readonly Id[], setCursor: (id: Id) => void) => {
  const inside = useInside();
  const opened = page.find(id => String(id) === inside);
  useEffect(() => {
    if (opened !== undefined) setCursor(opened);
  }, [opened, setCursor]);
};

/** Brings the focus back to the row after its dialog has closed, also when the dialog was opened by its address. */
export const useFocusReturn = (cursor: Id | undefined) => {
  const inside = useInside();
  const before = useRef<string>(undefined);
  useEffect(() => {
    const left = before.current;
    before.current = inside;
    if (left === undefined || inside !== undefined) return;
    const frame = focusList(rowLink(left) ? left : cursor);
    return () => cancelAnimationFrame(frame);
  }, [inside, cursor]);
};

/** Keeps the focus in the list when what had it is gone: the bar of the chosen rows, or a dialog that it opened. */
export const useFocusRestore = (isOther: boolean, cursor: Id | undefined) => {
  const before = useRef(false);
  useEffect(() => {
    const isOver = before.current && !isOther;
    before.current = isOther;
    if (!isOver) return;
    const frame = focusList(cursor);
    return () => cancelAnimationFrame(frame);
  }, [isOther, cursor]);
};
