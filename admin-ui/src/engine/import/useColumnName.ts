import { useTranslate } from 'ra-core';
import { fieldLabel, useResourceMeta } from '../../meta';

/** What a column of a file may be called: "Private address: City". */
export const useColumnName = () => {
  const t = useTranslate();
  const meta = useResourceMeta();
  return (field: string) => {
    const [outer = '', inner] = field.split('.');
    const name = t(fieldLabel(meta, field), { _: t(`record.fields.${field}`, { _: field }) });
    return inner ? `${t(fieldLabel(meta, outer))}: ${name}` : name;
  };
};
