import { useId, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { ClientSelect } from '../../ui/ClientSelect';
import type { Option } from '../../ui/option';
import { Field } from '../../ui/Field';
import { LegalEntitySelect } from '../../ui/LegalEntitySelect';
import { Select } from '../../ui/Select';
import { Failure } from '../dashboard/Failure';
import { readSettings, type Setting, settingsKey, type Value } from './calls';
import { useSaveSetting } from './useSaveSetting';

/** The ownership rule of one client, or of one of its legal entities. */
export const Ownership = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const t = useTranslate();
  const title = useId();
  const [client, setClient] = useState<Option | null>(null);
  const [entity, setEntity] = useState<number | null>(null);
  const choose = (next: Option | null) => {
    setClient(next);
    setEntity(null);
  };
  return (
    <section className="set own" aria-labelledby={title}>
      <h2 id={title}>{t('setting.ownership.title')}</h2>
      <p className="t2 s13">{t('setting.ownership.hint')}</p>
      <div className="own-pick">
        <Field label={t('setting.ownership.client')}>
          <ClientSelect value={client} onChange={choose} />
        </Field>
        <Field label={t('setting.ownership.legalEntity')} isOptional>
          <LegalEntitySelect clientId={client ? Number(client.value) : null} value={entity} onChange={setEntity} />
        </Field>
      </div>
      {client && (
        <Rule
          isReadOnly={isReadOnly}
          query={entity ? `?scope=legalentity&id=${entity}` : `?scope=client&id=${client.value}`}
        />
      )}
    </section>
  );
};

const words = { true: 'setting.ownership.on', false: 'setting.ownership.off' };

const Rule = ({ query, isReadOnly }: { query: string; isReadOnly: boolean }) => {
  const { data, error, refetch } = useQuery({
    queryKey: settingsKey(query),
    queryFn: ({ signal }) => readSettings(query, signal),
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  const [setting] = data ?? [];
  return setting ? <Choice query={query} setting={setting} isReadOnly={isReadOnly} /> : null;
};

interface ChoiceProps {
  query: string;
  setting: Setting;
  isReadOnly: boolean;
}

const read = (text: string): Value => (text === '' ? null : text === 'true');

const Choice = ({ query, setting, isReadOnly }: ChoiceProps) => {
  const t = useTranslate();
  const { save, wrong } = useSaveSetting(settingsKey(query), () => undefined);
  const choices = Object.entries(words).map(([value, key]) => ({ value, label: t(key) }));
  const inherited = t('setting.ownership.inherit', { value: t(words[setting.default === true ? 'true' : 'false']) });
  return (
    <Field label={t('setting.ownership.value')} error={wrong} isReadOnly={isReadOnly}>
      <Select
        value={setting.value === null ? '' : String(setting.value)}
        choices={choices}
        onChange={text => save(setting, read(text))}
        {...(setting.scope === 'legalentity' && { empty: inherited })}
      />
    </Field>
  );
};
