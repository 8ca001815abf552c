import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslate } from 'ra-core';
import { Icon } from '../ui/Icon';
import '../palette/palette.css';

interface Props {
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}

/** The palette while it loads: it takes what one types, and gives the focus back for the palette to take. */
export const PaletteWaiting = ({ text, onType, onClose }: Props) => {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => void (before instanceof HTMLElement && before.focus());
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Tab') event.preventDefault(); // there is nothing else in it
    event.stopPropagation(); // the keys of the screen below sleep
  };
  return (
    <div className="pal-wait" role="dialog" aria-modal="true" aria-busy aria-label={t('panel.palette.title')}>
      <div className="pal pin">
        <Icon name="search" />
        <input
          ref={input}
          aria-label={t('panel.palette.label')}
          placeholder={t('panel.shell.search')}
          value={text}
          onChange={event => onType(event.target.value)}
          onKeyDown={press}
        />
      </div>
    </div>
  );
};
