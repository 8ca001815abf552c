import { useTranslate } from 'ra-core';
import type { ImportField, ImportFileColumn } from '../../generated/answers';
import { Checkbox } from '../../ui/Checkbox';
import { Select } from '../../ui/Select';
import { useColumnName } from './useColumnName';

interface Props {
  columns: readonly ImportFileColumn[];
  fields: readonly ImportField[];
  onChange: (columns: readonly ImportFileColumn[]) => void;
}

/** What each column of a file is taken for. A field is one column's only: choosing it takes it from another one. */
export const ImportColumns = ({ columns, fields, onChange }: Props) => {
  const t = useTranslate();
  const nameOf = useColumnName();
  const change = (at: number, part: Partial<ImportFileColumn>) =>
    onChange(
      columns.map((one, i) => {
        if (i === at) return { ...one, ...part };
        return part.field && one.field === part.field ? { ...one, field: '' } : one;
      }),
    );
  const choices = fields.map(({ field, required }) => ({
    value: field,
    label: required ? t('panel.import.needed', { name: nameOf(field) }) : nameOf(field),
  }));
  return (
    <>
      <h4>{t('panel.pool.file.columns')}</h4>
      <ul className="lines">
        {columns.map((one, at) => {
          const field = fields.find(each => each.field === one.field);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading; their places do not change
            <li key={at}>
              <span className="grow name">
                {one.heading}
                <span className="of">{one.cells.join(' · ')}</span>
              </span>
              {field && !field.required && !field.finds && (
                <Checkbox
                  label={t('panel.pool.file.clears', { name: one.heading })}
                  isOn={one.clears}
                  onChange={clears => change(at, { clears })}
                />
              )}
              <Select
                small
                label={t('panel.pool.file.column', { name: one.heading })}
                empty={t('panel.pool.file.leftOut')}
                value={one.field}
                choices={choices}
                onChange={value => change(at, { field: value })}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
};
