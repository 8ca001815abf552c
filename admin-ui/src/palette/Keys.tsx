import { useTranslate } from 'ra-core';
import { KeyCap } from '../ui/KeyCap';

const keys = [
  { caps: ['↑', '↓'], word: 'move' },
  { caps: ['Enter'], word: 'open' },
  { caps: ['Ctrl', 'Enter'], word: 'openApart' },
  { caps: ['>'], word: 'onlyCommands' },
];

/** Which keys do what, below the results. */
export const Keys = () => {
  const t = useTranslate();
  return (
    <p className="pf hide-s">
      {keys.map(({ caps, word }) => (
        <span key={word}>
          {caps.map(cap => (
            <KeyCap key={cap}>{cap}</KeyCap>
          ))}
          {t(`panel.palette.key.${word}`)}
        </span>
      ))}
    </p>
  );
};
