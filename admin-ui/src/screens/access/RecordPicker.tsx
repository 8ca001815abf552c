import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { FoundRecord } from '../../generated/answers';
import { request, type Page } from '../../providers/http';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import type { Option } from '../../ui/option';

interface Props {
  /** The kind of record. */
  entity: string;
  /** Of the record; empty for none. */
  id: string;
  onChange: (id: string | null) => void;
}

const findRecords = async (entity: string, text: string, signal: AbortSignal): Promise<Option[]> => {
  const path = `/api/access/records?${new URLSearchParams({ entity, q: text })}`;
  const { results } = (await request<Page<FoundRecord>>('GET', path, { signal })).data;
  return results.map(({ id, title, handle, sub }) => ({
    value: String(id),
    label: title || String(id),
    sub: [handle, sub].filter(Boolean).join(', '),
  }));
};

/** One record of a kind, found by its name, handle or id. */
export const RecordPicker = ({ entity, id, onChange }: Props) => {
  const t = useTranslate();
  const { data } = useQuery({
    queryKey: ['access', 'record', entity, id],
    queryFn: ({ signal }) => findRecords(entity, id, signal),
    enabled: id !== '',
  });
  const chosen = id === '' ? null : (data?.find(({ value }) => value === id) ?? { value: id, label: id });
  return (
    <Field label={t('panel.access.record')} hint={t('panel.access.recordHint')} isOptional>
      <Combobox
        name={`access ${entity}`}
        search={(text, signal) => findRecords(entity, text, signal)}
        value={chosen}
        canClear
        onChange={option => onChange(option?.value ?? null)}
      />
    </Field>
  );
};
