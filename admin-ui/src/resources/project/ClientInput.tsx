import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { ClientSelect } from '../../ui/ClientSelect';
import type { Option } from '../../ui/option';
import { applicationsOf } from './applications';

/** The client; another one only while there is no application, and then with another legal entity and other pools. */
export const ClientInput = (props: InputProps) => {
  const t = useTranslate();
  const { base, values, isNew, set } = useFormState();
  const [picked, setPicked] = useState<Option | null>(null);
  const id = values['clientId'];
  const isLocked = !isNew && applicationsOf(base['applicationCounts']).total > 0;
  const stored = typeof id === 'number' ? { value: String(id), label: String(values['clientName'] ?? id) } : null;
  const choose = (client: Option | null) => {
    setPicked(client);
    set('clientId', client ? Number(client.value) : null);
    set('legalEntityId', null);
    set('poolIds', []);
  };
  return (
    <FieldInput {...props} locked={isLocked ? t('project.form.clientLocked') : undefined}>
      <ClientSelect value={picked && String(id) === picked.value ? picked : stored} onChange={choose} />
    </FieldInput>
  );
};
