import { useState } from 'react';
import type { Option } from '../../ui/option';
import { Combobox } from '../../ui/Combobox';
import type { Search } from '../../ui/useSearch';
import { request } from '../../providers/http';
import { findResource, nameFieldOf, recordTitle, useMeta, type ResourceMeta } from '../../meta';
import { useFormState } from './FormContext';
import type { KindInputProps } from './KindInputProps';
import { ReadOnlyInput } from './ReadOnlyInput';
import { findPicks, usePickName } from './picks';
import { useRefName } from './useRefName';

const foundAtMost = 50;

const isSet = (value: unknown) => value !== null && value !== undefined && value !== 0;

/** What references of this field search in: the other resource, by its title, within the client at hand. */
const searchIn =
  (target: ResourceMeta, clientId: unknown): Search =>
  async (text, signal) => {
    const has = (name: string) => target.filters.some(filter => filter.name === name);
    const query = new URLSearchParams({ limit: String(foundAtMost) });
    if (text && has(target.title)) query.set(target.title, text);
    if (clientId && has('clientId')) query.set('clientId', String(clientId));
    const { data } = await request<{ results: Record<string, unknown>[] }>('GET', `${target.path}?${query}`, {
      signal,
    });
    return data.results.map(record => optionOf(target, record));
  };

const optionOf = (target: ResourceMeta, record: Record<string, unknown>): Option => ({
  value: String(record['id']),
  label: recordTitle(target, record),
  ...(target.handle && target.handle !== target.title && { sub: String(record[target.handle] ?? '') }),
});

/** A reference to a record of another resource: of one that is looked up, also without reading it. Any other shows its id. */
export const RefInput = (props: KindInputProps) => {
  const meta = useMeta();
  const name = props.field.ref ?? '';
  const target = findResource(meta, name);
  const lookup = meta.lookups?.[name];
  if (lookup) return <LookedUp {...props} path={lookup} />;
  return target ? <Known {...props} target={target} /> : <ReadOnlyInput {...props} />;
};

/** The call that looks records up answers what those may see who only choose one. */
const LookedUp = ({ field, value, onChange, path }: KindInputProps & { path: string }) => {
  const { base, values } = useFormState();
  const [chosen, setChosen] = useState<Option>();
  const clientId = values['clientId'];
  const known = base[field.name] === value ? base[nameFieldOf(field.name)] : undefined;
  const name = usePickName(path, value, chosen?.value === String(value) ? chosen.label : known);
  const pick = (option: Option | null) => {
    setChosen(option ?? undefined);
    onChange(option ? Number(option.value) : null);
  };
  return (
    <Combobox
      name={`${path}.${String(clientId ?? '')}`}
      search={(text, signal) => findPicks(path, { text, clientId }, signal)}
      value={isSet(value) ? { value: String(value), label: name } : null}
      canClear={!field.required}
      onChange={pick}
    />
  );
};

const Known = ({ field, value, onChange, target }: KindInputProps & { target: ResourceMeta }) => {
  const { base, values } = useFormState();
  const [chosen, setChosen] = useState<Option>();
  const stored = base[field.name] === value ? base[nameFieldOf(field.name)] : undefined;
  const known = chosen && chosen.value === String(value) ? chosen.label : stored;
  const name = useRefName(target, value, known);
  const pick = (option: Option | null) => {
    setChosen(option ?? undefined);
    onChange(option ? Number(option.value) : null);
  };
  return (
    <Combobox
      name={`${target.name}.${String(values['clientId'] ?? '')}`}
      search={searchIn(target, values['clientId'])}
      value={isSet(value) ? { value: String(value), label: name } : null}
      canClear={!field.required}
      onChange={pick}
    />
  );
};
