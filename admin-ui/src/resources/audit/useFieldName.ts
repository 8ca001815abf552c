import { useTranslate } from 'ra-core';
import { labelsOf } from './labels';
import { textIfAny } from '../../providers/textIfAny';

/** Gives the function that names a field of a kind of record; what has no text stands by its own name. */
export const useFieldName = (entity: string) => {
  const t = useTranslate();
  return (field: string) => textIfAny(t, labelsOf(entity, field)) ?? field;
};
