import { useRef, type KeyboardEvent } from 'react';

const places = 'button, input, textarea, select, summary, a[href], [tabindex]';

/** F6 goes from column to column, with Shift back. */
export const useColumnKeys = () => {
  const area = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'F6' || !area.current?.contains(document.activeElement)) return;
    event.preventDefault();
    const columns = [...area.current.children];
    const here = columns.findIndex(column => column.contains(document.activeElement));
    const step = event.shiftKey ? columns.length - 1 : 1;
    columns[(here + step) % columns.length]?.querySelector<HTMLElement>(places)?.focus();
  };
  return { area, press };
};
