import { useEffect, useRef, type KeyboardEvent } from 'react';
import './tabs.css';

/** One tab: its name is its address. */
export interface Tab {
  name: string;
  label: string;
  count?: number | undefined;
}

interface Props {
  /** What the tabs are about, for readers. */
  label: string;
  /** The id of the panel they switch. */
  panel: string;
  tabs: readonly Tab[];
  current: string;
  onSelect: (name: string) => void;
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with the arrow keys of the pattern: one stop for the tab key, arrows choose. */
export const Tabs = ({ label, panel, tabs, current, onSelect }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  // On a small screen they are wider than their room: the current one is always in sight.
  useEffect(() => {
    const box = list.current;
    const chosen = box?.querySelector(`[id="${panel}-${current}"]`)?.getBoundingClientRect();
    const room = box?.getBoundingClientRect();
    if (!box || !chosen || !room) return;
    if (chosen.left < room.left) box.scrollLeft -= room.left - chosen.left;
    else if (chosen.right > room.right) box.scrollLeft += chosen.right - room.right;
  }, [panel, current]);
  const move = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(
      tabs.findIndex(tab => tab.name === current),
      tabs.length,
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab || next === undefined) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(tab => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={`${panel}-${tab.name}`}
          aria-selected={tab.name === current}
          aria-controls={panel}
          tabIndex={tab.name === current ? 0 : -1}
          onClick={() => onSelect(tab.name)}
        >
          {tab.label}
          {tab.count !== undefined && <span className="n">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
};
