import { useTranslate } from 'ra-core';
import { KeyCap } from '../../ui/KeyCap';

const hints = [
  { keys: ['↑', '↓'], word: 'go' },
  { keys: ['space'], word: 'lift' },
  { keys: ['←', '→'], word: 'reach' },
  { keys: ['Enter'], word: 'drop' },
  { keys: ['Esc'], word: 'back' },
];

/** The keys of the board, below it. */
export const KeyHints = () => {
  const t = useTranslate();
  return (
    <footer className="foot-bar">
      <span className="keys">
        {hints.map(({ keys, word }) => (
          <span key={word}>
            {keys.map(key => (
              <KeyCap key={key}>{key === 'space' ? t('panel.board.keys.space') : key}</KeyCap>
            ))}
            {t(`panel.board.keys.${word}`)}
          </span>
        ))}
      </span>
    </footer>
  );
};
