import { Suspense, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from './lazyPart';
import type { IconName } from './Icon';
import { IconButton } from './IconButton';
import type { MenuLine } from './menuLine';

interface ButtonProps {
  label: string;
  icon?: IconName;
  small?: boolean;
  /** Whose menu it is, where that may change: that of another one is closed. */
  of?: string | number;
  /** Fetches what the lines are made of, once somebody is about to open them. */
  load: () => Promise<unknown>;
  /** Draws the lines, once it is open. */
  children: (place: Place) => ReactNode;
}

/** What the lines of an open menu need besides themselves. */
export type Place = Omit<ComponentProps<typeof MenuLines>, 'lines'>;

interface Props extends Omit<ButtonProps, 'load' | 'children'> {
  lines: readonly MenuLine[];
}

const MenuLines = lazyPart(() => import('./MenuLines').then(m => m.MenuLines));

/** Fetches what an open menu is made of: there are menus in the first row. */
export const loadMenu = MenuLines.load;

/** A button with three dots and the menu it opens. */
export const Menu = ({ lines, ...button }: Props) => (
  <MenuButton {...button} load={loadMenu}>
    {place => <MenuLines {...place} lines={lines} />}
  </MenuButton>
);

/** The same where the lines take long to find out, as for a hundred rows at once: nobody does before it opens. */
export const MenuButton = ({ label, icon = 'dots', small, of = '', load, children }: ButtonProps) => {
  const [openOf, setOpenOf] = useState<string | number>();
  const isOpen = openOf === of;
  if (openOf !== undefined && !isOpen) setOpenOf(undefined);
  const anchor = useRef<HTMLButtonElement>(null);
  const expect = () => void load().catch(() => undefined); // it is asked for again when the menu opens
  const close = () => {
    flushSync(() => setOpenOf(undefined));
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
        onPointerEnter={expect}
        onFocus={expect}
        onClick={() => setOpenOf(isOpen ? undefined : of)}
      />
      {isOpen && <Suspense fallback={null}>{children({ label, anchor, onClose: close })}</Suspense>}
    </>
  );
};
