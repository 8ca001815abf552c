import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import { useRecordSearch } from './useRecordSearch';

interface Props {
  /** The kind of record. */
  entity: string;
  /** Of the record; empty for none. */
  id: string;
  onChange: (id: string | null) => void;
}

/** One record of a kind, found by its name, handle or id; nothing for who finds none of the kind. */
export const RecordPicker = ({ entity, id, onChange }: Props) => {
  const t = useTranslate();
  const search = useRecordSearch(entity);
  const { data } = useQuery({
    queryKey: ['access', 'record', entity, id],
    queryFn: async ({ signal }) => (await search?.(id, signal)) ?? [],
    enabled: id !== '' && search !== undefined,
  });
  if (!search) return null;
  const chosen = id === '' ? null : (data?.find(({ value }) => value === id) ?? { value: id, label: id });
  return (
    <Field label={t('panel.access.record')} hint={t('panel.access.recordHint')} isOptional>
      <Combobox
        name={`access ${entity}`}
        search={search}
        value={chosen}
        canClear
        onChange={option => onChange(option?.value ?? null)}
      />
    </Field>
  );
};
