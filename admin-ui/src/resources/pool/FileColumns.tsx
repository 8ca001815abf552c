import { useTranslate } from 'ra-core';
import type { PoolFileField } from '../../generated/answers';
import { Checkbox } from '../../ui/Checkbox';
import { Select } from '../../ui/Select';
import type { ReadColumn } from './merging';

interface Props {
  columns: readonly ReadColumn[];
  onChange: (columns: ReadColumn[]) => void;
}

/** What a column may be; true is what every row needs. */
const fields: Record<PoolFileField, boolean> = {
  email: true,
  firstName: true,
  lastName: true,
  mobileNumber: false,
  linkedinHandle: false,
  externalId: false,
  hourRate: false,
  dayRate: false,
  currency: false,
  street: false,
  postalCode: false,
  city: false,
  country: false,
  skills: false,
  tags: false,
  expiresAt: false,
};
const names = Object.keys(fields) as PoolFileField[]; // keys of a record are only known as texts

/** What each column of a file is taken for. A field is one column's only: choosing it takes it from another one. */
export const FileColumns = ({ columns, onChange }: Props) => {
  const t = useTranslate();
  const change = (at: number, part: Partial<ReadColumn>) =>
    onChange(
      columns.map((one, i) => {
        if (i === at) return { ...one, ...part };
        return part.field && one.field === part.field ? { ...one, field: '' } : one;
      }),
    );
  return (
    <>
      <h4>{t('panel.pool.file.columns')}</h4>
      <ul className="lines">
        {columns.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading; their places do not change
          <li key={at}>
            <span className="grow name">
              {one.heading}
              <span className="of">{one.cells.join(' · ')}</span>
            </span>
            {one.field && !fields[one.field] && (
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
              choices={names.map(value => ({ value, label: t(`pool.file.field.${value}`) }))}
              onChange={value => {
                change(at, { field: names.find(known => known === value) ?? '' });
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
};
