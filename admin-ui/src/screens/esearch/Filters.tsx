import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../meta';
import type { IndexAnswer } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { ClientSelect, allClients } from '../../ui/ClientSelect';
import { Field } from '../../ui/Field';
import type { Option } from '../../ui/option';
import { TextInput } from '../../ui/TextInput';
import { indexKey, readMapping } from './calls';
import { FoundLine } from './FoundLine';
import { lookOf } from './types';

interface Props {
  type: string;
  client: Option | null;
  values: Record<string, string>;
  found: IndexAnswer | undefined;
  onClient: (client: Option | null) => void;
  onChange: (values: Record<string, string>) => void;
}

const restsAfter = 250; // ms without a key until the list follows

/** What the documents are narrowed by. The index itself says which fields it can be asked for. */
export const Filters = ({ type, client, values, found, onClient, onChange }: Props) => {
  const t = useTranslate();
  const mayChoose = useCan('client.read');
  const [typed, setTyped] = useState(values);
  const mapping = useQuery({
    queryKey: [...indexKey, 'mapping', type],
    queryFn: ({ signal }) => readMapping(type, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (typed === values) return;
    const timer = setTimeout(() => onChange(typed), restsAfter);
    return () => clearTimeout(timer);
  }, [typed, values, onChange]);
  const fields = (mapping.data?.fields ?? []).filter(({ name }) => lookOf(type).asked.includes(name));
  const set = (name: string, value: string) => setTyped({ ...typed, [name]: value });
  const isNarrowed = client !== null || Object.values(typed).some(Boolean);
  const clear = () => {
    setTyped({});
    onClient(null);
  };
  return (
    <search className="ix-find" aria-label={t('esearch.title')}>
      {mayChoose && (
        <Field label={t('esearch.filter.client')}>
          <ClientSelect
            canBeAll
            value={client}
            onChange={next => onClient(!next || next.value === allClients ? null : next)}
          />
        </Field>
      )}
      <Field label={t('esearch.filter.id')}>
        <TextInput value={typed['id'] ?? ''} onChange={text => set('id', text.trim())} />
      </Field>
      {fields.map(({ name, labelKey }) => (
        <Field key={name} label={t(labelKey)}>
          <TextInput type="search" value={typed[name] ?? ''} onChange={text => set(name, text)} />
        </Field>
      ))}
      {isNarrowed && (
        <Button small look="ghost" onClick={clear}>
          {t('esearch.filter.clear')}
        </Button>
      )}
      <FoundLine found={found} />
      <p className="ix-hint t2 s13">{t('esearch.filter.parts')}</p>
    </search>
  );
};
