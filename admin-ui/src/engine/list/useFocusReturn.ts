import { useEffect, useRef } from 'react';
import { useLocation } from 'ra-core';
import { resourceKey, useResourceMeta } from '../meta';
import type { Id } from './useSelection';

/** The link of a row, which is where its focus belongs. */
export const rowLink = (id: Id) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(id))}"] a[href]`);

/** The id of the record whose dialog the address names. */
const useInside = () => {
  const { pathname } = useLocation();
  const base = `/${resourceKey(useResourceMeta())}`;
  return pathname.startsWith(`${base}/`)
    ? decodeURIComponent(pathname.slice(base.length + 1).split('/')[0] ?? '')
    : undefined;
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
    const frame = requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return; // somebody took it already
      const row = rowLink(left) ?? (cursor === undefined ? null : rowLink(cursor));
      (row ?? document.querySelector<HTMLElement>('h1[tabindex]'))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [inside, cursor]);
};
