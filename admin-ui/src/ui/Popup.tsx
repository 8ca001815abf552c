import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import Popover from '@mui/material/Popover';
import { FocusStart } from './FocusStart';
import { layers } from './layer';
import './menu.css';

interface Props {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  /** Which edge of the anchor it keeps to. */
  side?: 'left' | 'right';
  className?: string;
  minWidth?: number | undefined;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A small dialog below its button. Escape and a click beside it close it; the keys of the screen below sleep. */
export const Popup = ({
  label,
  anchor,
  side = 'right',
  className = '',
  minWidth,
  onClose,
  onKeyDown,
  children,
}: Props) => {
  const press = (event: KeyboardEvent) => {
    onKeyDown?.(event);
    event.stopPropagation();
  };
  const paper = {
    role: 'dialog',
    'aria-label': label,
    tabIndex: -1,
    className: `popup ${className}`,
    sx: { minWidth },
  };
  return (
    <Popover
      open
      anchorEl={() => anchor.current}
      container={layers}
      anchorOrigin={{ vertical: 'bottom', horizontal: side }}
      transformOrigin={{ vertical: 'top', horizontal: side }}
      slotProps={{ paper }}
      onClose={onClose}
      onKeyDown={press}
    >
      <FocusStart />
      {children}
    </Popover>
  );
};
