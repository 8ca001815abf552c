import { useTranslate } from 'ra-core';
import { KeyHint } from '../../ui/KeyHint';

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
          <KeyHint key={word} keys={keys.map(key => (key === 'space' ? t('panel.board.keys.space') : key))}>
            {t(`panel.board.keys.${word}`)}
          </KeyHint>
        ))}
      </span>
    </footer>
  );
};
