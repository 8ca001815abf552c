import { useTranslate } from 'ra-core';
import type { Column } from './columns';

/** The head of a column: the first of its keys that has a text. A missing text is its key. */
export const useHeadText = () => {
  const t = useTranslate();
  return ({ labels }: Column) => {
    const key = labels.find(each => t(each) !== each) ?? labels.at(-1) ?? '';
    return t(key);
  };
};
