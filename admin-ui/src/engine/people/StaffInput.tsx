import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Option } from '../../ui/option';
import { Combobox } from '../../ui/Combobox';
import { nameFieldOf } from '../../meta';
import { useFormState } from '../form/FormContext';
import type { KindInputProps } from '../form/KindInputProps';
import { personName, searchPeople } from './searchPeople';

/** A member of staff, of those who may read the record at hand; of a new one, or of several at once, any record like it. */
export const StaffInput = ({ field, value, onChange }: KindInputProps) => {
  const { base, isNew, meta } = useFormState();
  const [chosen, setChosen] = useState<Option>();
  const id = isNew ? undefined : (base['id'] as number | undefined); // forms of actions on many have no record
  const stored = base[field.name] === value ? base[nameFieldOf(field.name)] : undefined;
  const known = chosen?.value === String(value) ? chosen.label : stored;
  const { data } = useQuery({
    queryKey: ['person', value],
    queryFn: ({ signal }) => personName(String(value), signal),
    enabled: typeof value === 'number' && !known,
  });
  return (
    <Combobox
      name={`people/${meta.name}/${id ?? ''}`}
      search={searchPeople({ entity: meta.name, id })}
      value={typeof value === 'number' ? { value: String(value), label: String(known ?? data ?? value) } : null}
      canClear={!field.required}
      onChange={option => {
        setChosen(option ?? undefined);
        onChange(option ? Number(option.value) : null);
      }}
    />
  );
};
