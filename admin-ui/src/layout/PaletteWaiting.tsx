import { useTranslate } from 'ra-core';
import { Icon } from '../pieces/Icon';
import { PaletteFrame } from './PaletteFrame';

interface Props {
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}

/** The palette while it loads: it takes what one types. */
export const PaletteWaiting = ({ text, onType, onClose }: Props) => {
  const t = useTranslate();
  return (
    <PaletteFrame isBusy onClose={onClose}>
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
    </PaletteFrame>
  );
};
