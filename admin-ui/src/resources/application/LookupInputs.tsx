import { useState } from 'react';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { useRefName } from '../../engine/form/useRefName';
import type { InputProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';
import type { Option } from '../../ui/option';
import { Combobox } from '../../ui/Combobox';
import { findResource, useMeta } from '../../meta';
import { request } from '../../providers/http';
import { freelancers, msps, projects, searchIn, type Lookup } from './lookups';
import { CreateWarnings } from './CreateWarnings';

/** The names that stand beside an id in a stored record. */
const beside: Record<string, string> = { projectId: 'projectTitle', freelancerId: 'freelancerName', mspId: 'mspName' };

interface Props extends InputProps {
  lookup: Lookup;
  onPicked?: (id: string) => void;
}

const LookupInput = ({ lookup, onPicked, ...props }: Props) => {
  const { base, values, set } = useFormState();
  const [picked, setPicked] = useState<Option | null>(null);
  const name = props.field.name;
  const id = values[name];
  const known = base[beside[name] ?? ''];
  const label = useRefName(findResource(useMeta(), props.field.ref ?? ''), id, known);
  const stored = typeof id === 'number' && id > 0 ? { value: String(id), label } : null;
  const choose = (option: Option | null) => {
    setPicked(option);
    set(name, option ? Number(option.value) : null);
    if (option) onPicked?.(option.value);
  };
  return (
    <FieldInput {...props} isWide={name !== 'mspId'}>
      <Combobox
        name={`application.${name}`}
        search={searchIn(lookup)}
        value={picked && String(id) === picked.value ? picked : stored}
        canClear={!props.field.required}
        onChange={choose}
      />
    </FieldInput>
  );
};

/** The project applied for: one that takes applications. It decides in what money and for what time one is paid. */
export const ProjectInput = (props: InputProps) => {
  const { set, values, isNew } = useFormState();
  const projectId = values['projectId'];
  const adopt = async (id: string) => {
    const { data } = await request<Project>('GET', `/api/project/${id}`);
    set('currency', data.currency);
    set('rateUnit', data.rateUnit);
  };
  // What could not be asked for the service fills in by itself.
  return (
    <>
      <LookupInput {...props} lookup={projects} onPicked={id => void adopt(id).catch(() => undefined)} />
      {isNew && typeof projectId === 'number' && <CreateWarnings projectId={projectId} />}
    </>
  );
};

/** The freelancer, found by name. */
export const FreelancerInput = (props: InputProps) => <LookupInput {...props} lookup={freelancers} />;

/** The MSP, where one stands behind the application. */
export const MspInput = (props: InputProps) => {
  const { values } = useFormState();
  return values['providerKind'] === 'msp' ? <LookupInput {...props} lookup={msps} /> : null;
};
