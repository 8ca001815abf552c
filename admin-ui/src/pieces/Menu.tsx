import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import type { IconName } from './Icon';
import { MenuItem } from './MenuItem';
import { IconButton } from './IconButton';
import { layerOf } from './layer';
import { useLeave } from './useLeave';
import { usePlace } from './usePlace';
import './menu.css';

/** One line of a menu. */
export interface MenuLine {
  label: string;
  icon?: IconName | undefined;
  /** The key that does the same. */
  hotkey?: string | undefined;
  /** Why it cannot be done now; the line stays and says so. */
  refusal?: string | undefined;
  isDanger?: boolean | undefined;
  onSelect: () => void;
}

interface Props {
  label: string;
  icon?: IconName;
  small?: boolean;
  lines: readonly MenuLine[];
}

const width = 216;

/** A button with three dots and the menu it opens. */
export const Menu = ({ label, icon = 'dots', small, lines }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={anchor}
        icon={icon}
        label={label}
        small={small ?? false}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <List label={label} anchor={anchor} lines={lines} onClose={close} onLeave={() => setOpen(false)} />}
    </>
  );
};

interface ListProps {
  label: string;
  anchor: React.RefObject<HTMLElement | null>;
  lines: readonly MenuLine[];
  onClose: () => void;
  onLeave: () => void;
}

const List = ({ label, anchor, lines, onClose, onLeave }: ListProps) => {
  const list = useRef<HTMLDivElement>(null);
  const place = usePlace(anchor, true);
  const isPlaced = place !== undefined;
  useEffect(() => {
    if (isPlaced) list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isPlaced]);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLeave(list, anchor, onLeave);
  const press = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex(item => item.matches(':focus'));
    const next = nextOf(event.key, at, all);
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    if (event.key === 'Escape' || next) event.preventDefault();
    next?.focus();
  };
  if (!place) return null;
  const left = Math.max(8, Math.min(place.left + place.width - width, innerWidth - width - 8));
  return createPortal(
    <div ref={list} className="menu" role="menu" aria-label={label} style={{ ...place, left, width }} onKeyDown={press}>
      {lines.map(line => (
        <MenuItem key={line.label} line={line} onClose={onClose} />
      ))}
    </div>,
    layerOf(anchor.current),
  );
};

const nextOf = (key: string, at: number, items: HTMLElement[]): HTMLElement | undefined => {
  const count = items.length;
  if (key === 'ArrowDown') return items[(at + 1) % count];
  if (key === 'ArrowUp') return items[(at + count - 1) % count];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[count - 1];
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find(item => item.textContent?.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()));
};
