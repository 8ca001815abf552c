import type { KeyboardEvent, ReactNode } from 'react';
import Dialog from '@mui/material/Dialog';
import { useTranslate } from 'ra-core';
import { FocusStart } from '../ui/FocusStart';
import { layers } from '../ui/layer';
import './palette.css';

interface Props {
  onClose: () => void;
  /** Gets the keys before what is inside. */
  onPress: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The frame of the palette. Escape and a click beside it close it; the keys of the screen below sleep. */
export const PaletteFrame = ({ onClose, onPress, children }: Props) => {
  const t = useTranslate();
  const paper = { className: 'pal', 'aria-label': t('panel.palette.title'), onKeyDownCapture: onPress };
  return (
    <Dialog
      open
      className="palw"
      container={layers}
      slotProps={{ paper }}
      onClose={onClose}
      onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
    >
      <FocusStart />
      {children}
    </Dialog>
  );
};
