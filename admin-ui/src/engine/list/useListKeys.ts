import { useEffect, useRef } from 'react';
import { useListContext, useNavigate, useStore } from 'ra-core';
import { statusAction, useResourceMeta, isAllowed } from '../../meta';
import { useOnline } from '../useOnline';
import type { Saved } from '../useRecordSaved';
import { useRecordPath } from '../useRecordPath';
import type { ListUi } from './ListUi';
import { rowLink } from './useFocusReturn';

const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [data-filters]';

/** Whether the key belongs to something else: a field, a dialog, a menu, or the browser. */
export const isHandledElsewhere = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(typing) !== null) ||
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** The name under which the choice to do without single keys is kept. */
export const keysOff = 'list.keysOff';

/** The list by keyboard. Every key has a button that does the same. */
export const useListKeys = (ui: ListUi) => {
  const keys = useKeyTable(ui);
  const latest = useRef(keys);
  const [off] = useStore(keysOff, false);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (off) return;
    const listen = (event: KeyboardEvent) => {
      const act = isHandledElsewhere(event)
        ? undefined
        : latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (act?.(event) !== undefined) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [off]);
};

/** What each key does. A key that finds nothing to do answers undefined and stays the browser's. */
const useKeyTable = ({
  selection,
  cursor,
  setCursor,
  open,
}: ListUi): Record<string, (event: KeyboardEvent) => true | undefined> => {
  const meta = useResourceMeta();
  const { data = [] } = useListContext<Saved>();
  const navigate = useNavigate();
  const path = useRecordPath();
  const online = useOnline();
  const at = data.findIndex(record => record.id === cursor);
  const record = data[at];
  const status = statusAction(meta);
  const move = (step: number) => () => {
    const next = data[Math.min(Math.max(at + step, 0), data.length - 1)];
    if (!next) return undefined;
    setCursor(next.id);
    rowLink(next.id)?.focus();
    return true as const;
  };
  const when = (possible: unknown, act: () => void) => () => {
    if (!possible) return undefined;
    act();
    return true as const;
  };
  const openIt = () => (isIdle() ? when(record, () => navigate(path(record?.id)))() : undefined);
  return {
    j: move(1),
    k: move(-1),
    x: when(record, () => record && selection.toggle(record.id)),
    Enter: openIt,
    s: when(
      record && status && online && isAllowed(status, record),
      () => record && status && open({ kind: 'action', action: status, record }),
    ),
    '/': when(true, focusFilter),
    n: when(meta.create && online, () => navigate(path('create'))),
    e: ({ shiftKey }) => when(shiftKey && meta.can.includes('export'), () => open({ kind: 'export' }))(),
    '?': when(true, () => open({ kind: 'keys' })),
  };
};

/** Goes to the first filter that takes words, where one can type at once; without one to the first filter. */
const focusFilter = () => {
  const bar = document.querySelector('[data-filters]');
  (
    bar?.querySelector<HTMLElement>('input[type="search"]:not([inputmode])') ??
    bar?.querySelector<HTMLElement>('input, button')
  )?.focus();
};

/** Whether nothing that reacts to Enter itself has the focus. */
const isIdle = () => !document.activeElement?.matches('a, button, input, summary');
