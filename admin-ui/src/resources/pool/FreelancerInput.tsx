import { useState } from 'react';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Combobox } from '../../ui/Combobox';
import type { Option } from '../../ui/option';
import { findCandidates } from './candidates';

/** Who is taken into the pool that was chosen. */
export const FreelancerInput = (props: InputProps) => {
  const { base, values, set } = useFormState();
  const [picked, setPicked] = useState<Option | null>(null);
  const pool = values['poolId'];
  const id = values['freelancerId'];
  const isSet = typeof id === 'number' && id > 0;
  const search = async (text: string, signal: AbortSignal) =>
    typeof pool === 'number'
      ? (await findCandidates(pool, text, signal))
          .filter(({ isMember }) => !isMember)
          .map(({ id: of, name, handle }) => ({ value: String(of), label: name, sub: handle }))
      : [];
  const choose = (option: Option | null) => {
    setPicked(option);
    set('freelancerId', option ? Number(option.value) : null);
  };
  return (
    <FieldInput {...props}>
      <Combobox
        name={`poolMember.freelancerId.${String(pool)}`}
        search={search}
        value={isSet ? (picked ?? { value: String(id), label: String(base['freelancerName'] ?? id) }) : null}
        onChange={choose}
      />
    </FieldInput>
  );
};
