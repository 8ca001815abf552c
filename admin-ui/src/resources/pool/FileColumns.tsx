import { useTranslate } from 'ra-core';
import { ColumnChoices } from '../../engine/import/ColumnChoices';
import type { PoolFileField } from '../../generated/answers';
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

/** What each column of a file is taken for, among the fields of a person in a pool. */
export const FileColumns = ({ columns, onChange }: Props) => {
  const t = useTranslate();
  const choices = names.map(value => ({ value, label: t(`pool.file.field.${value}`) }));
  return <ColumnChoices columns={columns} choices={choices} canClear={field => !fields[field]} onChange={onChange} />;
};
