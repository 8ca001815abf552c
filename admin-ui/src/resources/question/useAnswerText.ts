import { useTranslate } from 'ra-core';
import type { QuestionChoice } from '../../generated/answers';

/** Says the answer to a question with a closed set of them as a person would read it. */
export const useAnswerText = (options: readonly QuestionChoice[]) => {
  const t = useTranslate();
  const one = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    return options.find(option => option.value === value)?.label ?? String(value);
  };
  return (value: unknown) => (Array.isArray(value) ? value.map(one).join(', ') : one(value));
};
