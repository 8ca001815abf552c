import { useTranslate } from 'ra-core';
import type { Column } from './columns';
import { textIfAny } from '../../providers/textIfAny';

/** The head of a column: the first of its keys that has a text. A missing text is its key. */
export const useHeadText = () => {
  const t = useTranslate();
  return ({ labels }: Column) => textIfAny(t, labels) ?? t(labels.at(-1) ?? '');
};
