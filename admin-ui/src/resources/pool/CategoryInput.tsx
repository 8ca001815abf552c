import { useState } from 'react';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import type { PoolCategory } from '../../generated/resources';
import { request } from '../../providers/http';
import { Combobox } from '../../ui/Combobox';
import type { Option } from '../../ui/option';

/** The categories of the client and those of all clients whose name holds the text. */
const searchFor = (clientId: unknown) => async (text: string, signal: AbortSignal) => {
  const { data } = await request<{ results: PoolCategory[] }>('GET', '/api/poolCategory?active=true', { signal });
  return data.results
    .filter(({ clientId: of }) => !of || of === clientId)
    .map(({ id, name, key }) => ({ value: String(id), label: name || key }))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
};

/** The category of a pool, out of those its client can use. */
export const CategoryInput = (props: InputProps) => {
  const { base, values, set } = useFormState();
  const [picked, setPicked] = useState<Option | null>(null);
  const id = values['categoryId'];
  const isSet = typeof id === 'number' && id > 0;
  const stored = isSet && id === base['categoryId'] ? String(base['categoryName'] ?? id) : String(id);
  const choose = (option: Option | null) => {
    setPicked(option);
    set('categoryId', option ? Number(option.value) : null);
  };
  return (
    <FieldInput {...props}>
      <Combobox
        name={`pool.categoryId.${String(values['clientId'])}`}
        search={searchFor(values['clientId'])}
        value={isSet ? (picked ?? { value: String(id), label: stored }) : null}
        canClear
        onChange={choose}
      />
    </FieldInput>
  );
};
