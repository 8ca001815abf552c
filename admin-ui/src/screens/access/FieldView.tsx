import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { AccessFieldReaders } from '../../generated/answers';
import { request } from '../../providers/http';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { KindPicker } from './KindPicker';
import { Readers } from './Readers';
import { RecordPicker } from './RecordPicker';
import { useFieldChoices } from './useFieldChoices';
import { useKinds } from './useKinds';
import type { ViewProps } from './view';

/** Which roles and which people see a field, of any record or of one, and why the others do not. */
export const FieldView = ({ query, onChange }: ViewProps) => {
  const t = useTranslate();
  const entity = query.get('entity') ?? '';
  const kind = useKinds()?.find(({ name }) => name === entity);
  const field = query.get('field') ?? '';
  const id = query.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'field', entity, field, id],
    queryFn: async ({ signal }) => {
      const parameters = new URLSearchParams({ entity, field, ...(id && { id }) });
      return (await request<AccessFieldReaders>('GET', `/api/access/field?${parameters}`, { signal })).data;
    },
    enabled: entity !== '' && field !== '',
  });
  const fields = useFieldChoices(kind);
  return (
    <>
      <div className="access-ask">
        <KindPicker
          value={entity}
          onChange={name => onChange({ entity: name, field: null, id: null, action: null, permission: null })}
        />
        {kind && (
          <Field label={t('panel.access.field')}>
            <Select value={field} empty="" choices={fields} onChange={value => onChange({ field: value })} />
          </Field>
        )}
        {entity && <RecordPicker entity={entity} id={id} onChange={value => onChange({ id: value })} />}
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {field && !data && !error && <Skeleton width={320} />}
      {data && <Readers readers={data} />}
    </>
  );
};
