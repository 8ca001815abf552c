import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslate } from 'ra-core';
import { useFocusTrap } from '../pieces/useFocusTrap';
import '../palette/palette.css';

interface Props {
  isBusy?: boolean;
  onClose: () => void;
  /** Gets the keys before what is inside. */
  onPress?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The frame of the palette. Escape and a click beside it close it; the keys of the screen below sleep. */
export const PaletteFrame = ({ isBusy, onClose, onPress, children }: Props) => {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  useFocusTrap(frame);
  const press = (event: KeyboardEvent) => (event.key === 'Escape' ? onClose() : onPress?.(event));
  return createPortal(
    <div className="palw">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <div className="scrim" onClick={onClose} />
      <div
        ref={frame}
        className="pal"
        role="dialog"
        aria-modal="true"
        aria-busy={isBusy}
        aria-label={t('panel.palette.title')}
        tabIndex={-1}
        onKeyDownCapture={press}
        onKeyDown={event => event.stopPropagation()}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
};
