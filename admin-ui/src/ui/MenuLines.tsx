import type { KeyboardEvent, RefObject } from 'react';
import MuiMenu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Icon } from './Icon';
import { KeyCap } from './KeyCap';
import { layerOf } from './layer';
import type { MenuLine } from './menuLine';
import './menu.css';

interface Props {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  lines: readonly MenuLine[];
  onClose: () => void;
}

/** The lines of an open menu. One that is refused keeps its place and gives the reason. */
export const MenuLines = ({ label, anchor, lines, onClose }: Props) => (
  <MuiMenu
    open
    variant="menu"
    anchorEl={() => anchor.current}
    container={() => layerOf(anchor.current)}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ list: { 'aria-label': label, disabledItemsFocusable: true } }}
    onClose={onClose}
    onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
  >
    {lines.map(line => (
      <MenuItem
        key={line.label}
        className={line.isDanger ? 'bad' : ''}
        aria-disabled={line.refusal ? true : undefined}
        onClick={() => {
          if (line.refusal) return;
          onClose(); // first, so that what opens next can take the focus
          line.onSelect();
        }}
      >
        {line.icon ? <Icon name={line.icon} /> : <span className="no-i" />}
        <span className="grow">
          {line.label}
          {line.refusal && <span className="why-not">{line.refusal}</span>}
        </span>
        {line.hotkey && <KeyCap>{line.hotkey}</KeyCap>}
      </MenuItem>
    ))}
  </MuiMenu>
);
