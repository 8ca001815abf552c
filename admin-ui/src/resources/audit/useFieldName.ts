import { useTranslate } from 'ra-core';

/** Gives the function that names a field of a kind of record; what has no text stands by its own name. */
export const useFieldName = (entity: string) => {
  const t = useTranslate();
  return (field: string) => {
    const key = `resources.${entity}.fields.${field}`;
    const text = t(key);
    return text === key ? field : text;
  };
};
