import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { ClientSelect } from '../../ui/ClientSelect';
import type { Option } from '../../ui/option';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { request } from '../../providers/http';
import type { Target } from './calls';
import type { FormulaScope } from '../../generated/answers';

/** What has been picked: the record, once it is known, and whose applications the preview shows. */
export interface Picked {
  target: Target | null;
  clientId: number | null;
}

interface Props {
  /** The client whose formulas are shown at first; the system's without one. */
  first: Option | null;
  onPick: (picked: Picked) => void;
}

const scopes: readonly FormulaScope[] = ['system', 'client', 'legalentity', 'project'];

interface Named {
  results: { id: number; name?: string; title?: string; handle?: string; code?: string }[];
}

const options = ({ results }: Named): Option[] =>
  results.map(each => ({
    value: String(each.id),
    label: each.name ?? each.title ?? '',
    sub: each.handle ?? each.code,
  }));

const searchEntities = (clientId: string) => async (text: string, signal: AbortSignal) => {
  const { data } = await request<Named>('GET', `/api/client/${clientId}/legalEntities`, { signal });
  return options(data).filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
};

const searchProjects = (clientId: string) => async (text: string, signal: AbortSignal) => {
  const query = new URLSearchParams({ limit: '20', ...(text && { title: text }) });
  return options((await request<Named>('GET', `/api/project/client/${clientId}?${query}`, { signal })).data);
};

/** Whose formulas are edited: the system's, or those of a client, a legal entity or a project. */
export const Picker = ({ first, onPick }: Props) => {
  const t = useTranslate();
  const [scope, setScope] = useState<FormulaScope>(first ? 'client' : 'system');
  const [client, setClient] = useState<Option | null>(first);
  const [record, setRecord] = useState<Option | null>(null);
  const pick = (next: { scope: FormulaScope; client: Option | null; record: Option | null }) => {
    setScope(next.scope);
    setClient(next.client);
    setRecord(next.record);
    onPick({
      target: targetOf(next, t('panel.formulas.system')),
      clientId: next.client ? Number(next.client.value) : null,
    });
  };
  const search = scope === 'project' ? searchProjects : searchEntities;
  const word = scope === 'project' ? 'panel.formulas.project' : 'panel.formulas.legalEntity';
  return (
    <div className="fml-pick">
      <Field label={t('panel.formulas.for')}>
        <Select
          value={scope}
          choices={scopes.map(value => ({ value, label: t(`enum.rateScope.${value}`) }))}
          onChange={value => pick({ scope: scopes.find(each => each === value) ?? 'system', client, record: null })}
        />
      </Field>
      <Field label={t('panel.formulas.client')} isOptional={scope === 'system'}>
        <ClientSelect value={client} onChange={next => pick({ scope, client: next, record: null })} />
      </Field>
      {client && (scope === 'legalentity' || scope === 'project') && (
        <Field label={t(word)}>
          <Combobox
            key={`${scope} ${client.value}`}
            name={`${scope} ${client.value}`}
            search={search(client.value)}
            value={record}
            onChange={next => pick({ scope, client, record: next })}
          />
        </Field>
      )}
    </div>
  );
};

interface Chosen {
  scope: FormulaScope;
  client: Option | null;
  record: Option | null;
}

const targetOf = ({ scope, client, record }: Chosen, system: string): Target | null => {
  if (scope === 'system') return { scope, id: 0, name: system };
  const chosen = scope === 'client' ? client : record;
  return chosen && { scope, id: Number(chosen.value), name: chosen.label };
};
