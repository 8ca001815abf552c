import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import type { Client } from '../../generated/resources';
import { request } from '../../providers/http';

/** How long memberships last. A new pool starts with the time of the client that is chosen for it, as the service does. */
export const TtlInput = (props: InputProps) => {
  const { isNew, values, startFrom } = useFormState();
  const id = Number(values['clientId'] ?? 0);
  const { data: client } = useQuery({
    queryKey: ['clientOfPool', id],
    queryFn: async ({ signal }) => (await request<Client>('GET', `/api/client/${id}`, { signal })).data,
    enabled: isNew && id > 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each client, whatever else the form does meanwhile
  useEffect(() => {
    if (client && isNew) startFrom?.(props.source, client.membershipTtlDays);
  }, [client]);
  return <FieldInput {...props} />;
};
