import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from './lazyPart';
import type { IconName } from './Icon';
import { IconButton } from './IconButton';
import type { MenuLine } from './menuLine';

interface Props {
  label: string;
  icon?: IconName;
  small?: boolean;
  /** Whose menu it is, where that may change: that of another one is closed. */
  of?: string | number;
  lines: readonly MenuLine[];
}

const MenuLines = lazyPart(() => import('./MenuLines').then(m => m.MenuLines));

/** Fetches what an open menu is made of: there are menus in the first row. */
export const loadMenu = MenuLines.load;

const expect = () => void loadMenu().catch(() => undefined); // it is asked for again when the menu opens

/** A button with three dots and the menu it opens. */
export const Menu = ({ label, icon = 'dots', small, of = '', lines }: Props) => {
  const [openOf, setOpenOf] = useState<string | number>();
  const isOpen = openOf === of;
  if (openOf !== undefined && !isOpen) setOpenOf(undefined);
  const anchor = useRef<HTMLButtonElement>(null);
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
      {isOpen && (
        <Suspense fallback={null}>
          <MenuLines label={label} anchor={anchor} lines={lines} onClose={close} />
        </Suspense>
      )}
    </>
  );
};
