import { useTranslate } from 'ra-core';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import type { RowFilter } from './merging';

interface Props {
  label: string;
  filters: readonly RowFilter[];
  value: string;
  onChange: (query: string) => void;
}

/** Chooses which rows of a plan or of a run are shown, each choice with how many it has. */
export const RowsFilter = ({ label, filters, value, onChange }: Props) => {
  const t = useTranslate();
  const choices = filters.map(({ query, label: name, count }) => ({
    value: query,
    label: t('panel.pool.merge.filterOf', { name: t(name), count }),
  }));
  return (
    <Field label={t(label)}>
      <Select value={value} choices={choices} onChange={onChange} />
    </Field>
  );
};
