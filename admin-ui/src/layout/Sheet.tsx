import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslate } from 'ra-core';
import { IconButton } from '../pieces/IconButton';
import { useFocusTrap } from '../pieces/useFocusTrap';
import { currentLocation, onLocation } from '../router/history';
import { Logo } from './Logo';
import { Sidebar } from './Sidebar';

interface Props {
  onClose: () => void;
}

/** The sidebar on a small screen: over the page until one has chosen. */
export const Sheet = ({ onClose }: Props) => {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  useFocusTrap(frame);
  useEffect(() => {
    const { pathname } = currentLocation();
    return onLocation(() => currentLocation().pathname !== pathname && onClose());
  }, [onClose]);
  const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
  return (
    <div className="navw">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and the button do the same */}
      <div className="scrim" onClick={onClose} />
      <div
        ref={frame}
        className="nav-sheet"
        role="dialog"
        aria-modal="true"
        aria-label={t('panel.shell.navigation')}
        tabIndex={-1}
        onKeyDown={press}
      >
        <div className="nav-head">
          <Logo />
          <IconButton icon="x" label={t('panel.shell.close')} onClick={onClose} />
        </div>
        <Sidebar />
      </div>
    </div>
  );
};
