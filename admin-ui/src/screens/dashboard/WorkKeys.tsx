import { useStore, useTranslate } from 'ra-core';
import { KeyHint } from '../../ui/KeyHint';
import { keysOff } from '../../engine/list/useListKeys';

const hints = [
  { keys: ['J', 'K'], word: 'panel.keys.move' },
  { keys: ['S'], word: 'dashboard.keys.step' },
  { keys: ['Enter'], word: 'panel.keys.open' },
  { keys: ['[', ']'], word: 'dashboard.keys.lists' },
];

/** The keys by which the worklists are worked off; none where single keys are switched off. */
export const WorkKeys = () => {
  const t = useTranslate();
  const [isOff] = useStore(keysOff, false);
  if (isOff) return null;
  return (
    <span className="keys">
      {hints.map(({ keys, word }) => (
        <KeyHint key={word} keys={keys}>
          {t(word)}
        </KeyHint>
      ))}
    </span>
  );
};
