import { useTranslate } from 'ra-core';
import { labelsOf } from './asides';

/** Gives the function that names a field of a kind of record; what has no text stands by its own name. */
export const useFieldName = (entity: string) => {
  const t = useTranslate();
  return (field: string) => {
    const known = labelsOf(entity, field).find(key => t(key) !== key);
    return known ? t(known) : field;
  };
};
