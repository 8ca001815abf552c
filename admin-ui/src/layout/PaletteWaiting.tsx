import { useRef, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslate } from 'ra-core';
import { Icon } from '../pieces/Icon';
import { useFocusTrap } from '../pieces/useFocusTrap';
import '../palette/palette.css';

interface Props {
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}

/** The palette while it loads: it takes what one types, and keeps it from the keys of the screen below. */
export const PaletteWaiting = ({ text, onType, onClose }: Props) => {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  useFocusTrap(frame);
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
  };
  return createPortal(
    <div className="palw">
      <div className="scrim" />
      <div
        ref={frame}
        className="pal"
        role="dialog"
        aria-modal="true"
        aria-busy="true"
        aria-label={t('panel.palette.title')}
        tabIndex={-1}
        onKeyDown={press}
      >
        <div className="pin">
          <Icon name="search" />
          <input
            data-autofocus
            aria-label={t('panel.palette.label')}
            placeholder={t('panel.shell.search')}
            value={text}
            onChange={event => onType(event.target.value)}
          />
        </div>
      </div>
    </div>,
    document.body,
  );
};
