import { useTranslate } from 'ra-core';
import type { ImportField, ImportFileColumn } from '../../generated/answers';
import { ColumnChoices } from './ColumnChoices';
import { useColumnName } from './useColumnName';

interface Props {
  columns: readonly ImportFileColumn[];
  fields: readonly ImportField[];
  onChange: (columns: readonly ImportFileColumn[]) => void;
}

/** What each column of a file is taken for, among the fields of a resource. */
export const ImportColumns = ({ columns, fields, onChange }: Props) => {
  const t = useTranslate();
  const nameOf = useColumnName();
  const choices = fields.map(({ field, required }) => ({
    value: field,
    label: required ? t('panel.import.needed', { name: nameOf(field) }) : nameOf(field),
  }));
  const canClear = (name: string) => {
    const field = fields.find(each => each.field === name);
    return field !== undefined && !field.required && !field.finds;
  };
  return <ColumnChoices columns={columns} choices={choices} canClear={canClear} onChange={onChange} />;
};
