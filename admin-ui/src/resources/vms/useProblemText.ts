import { useCallback } from 'react';
import { useFailureText } from '../../engine/form/useFailureText';
import type { Problem } from './useTrial';

/** What is wrong with a rule, or may be, in the reader's words. */
export const useProblemText = () => {
  const say = useFailureText();
  return useCallback(
    ({ text, code, params }: Pick<Problem, 'text' | 'code' | 'params'>) => say(text || `detail.${code}`, params ?? {}),
    [say],
  );
};
