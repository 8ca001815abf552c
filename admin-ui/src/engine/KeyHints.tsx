import { useStore, useTranslate } from 'ra-core';
import { keysOff } from './list/useListKeys';
import { KeyHint } from '../ui/KeyHint';

interface Props {
  hints: { keys: string[]; word: string }[];
}

/** The keys of a screen; none where single keys are switched off. */
export const KeyHints = ({ hints }: Props) => {
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
