import { useTranslate } from 'ra-core';
import { KeyHint } from '../ui/KeyHint';

const hints = [
  { keys: ['↑', '↓'], word: 'move' },
  { keys: ['Enter'], word: 'open' },
  { keys: ['Ctrl', 'Enter'], word: 'openApart' },
  { keys: ['>'], word: 'onlyCommands' },
];

/** Which keys do what, below the results. */
export const Keys = () => {
  const t = useTranslate();
  return (
    <p className="pf hide-s">
      {hints.map(({ keys, word }) => (
        <KeyHint key={word} keys={keys}>
          {t(`panel.palette.key.${word}`)}
        </KeyHint>
      ))}
    </p>
  );
};
