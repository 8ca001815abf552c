import { useId } from 'react';
import { useTranslate } from 'ra-core';
import { useMode } from '../theme/useMode';
import { Icon } from '../ui/Icon';
import { Preference } from './Preference';
import '../ui/segment.css';

const modes = [
  { mode: 'light', icon: 'sun' },
  { mode: 'dark', icon: 'moon' },
] as const;

/** Light or dark. Radio buttons in the form of a switch: the arrow keys and readers know them. */
export const ThemeSwitch = () => {
  const t = useTranslate();
  const id = useId();
  const [current, setMode] = useMode();
  return (
    <Preference label={t('panel.user.theme')}>
      <span className="segc" role="radiogroup" aria-label={t('panel.user.theme')}>
        {modes.map(({ mode, icon }) => (
          <label key={mode}>
            <input type="radio" className="vh" name={id} checked={mode === current} onChange={() => setMode(mode)} />
            <Icon name={icon} />
            {t(`panel.user.theme.${mode}`)}
          </label>
        ))}
      </span>
    </Preference>
  );
};
