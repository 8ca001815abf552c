import { useQuery } from '@tanstack/react-query';
import { FieldInput } from '../../engine/form/FieldInput';
import { FormContext, useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import type { Client } from '../../generated/resources';
import { request } from '../../providers/http';

/** Whether the project closes when everybody is found. A new one does as its client does, until somebody says otherwise. */
export const AutoCloseInput = (props: InputProps) => {
  const form = useFormState();
  const { clientId, [props.source]: own } = form.values;
  const isLeft = form.isNew && typeof own !== 'boolean';
  const client = useQuery({
    queryKey: ['client', 'autoClose', clientId],
    queryFn: async ({ signal }) => (await request<Client>('GET', `/api/client/${clientId}`, { signal })).data,
    enabled: isLeft && typeof clientId === 'number',
    staleTime: 60_000,
  });
  const values = isLeft ? { ...form.values, [props.source]: client.data?.autoCloseWhenFilled } : form.values;
  return (
    <FormContext value={{ ...form, values }}>
      <FieldInput {...props} />
    </FormContext>
  );
};
