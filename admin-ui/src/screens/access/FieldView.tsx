import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { AccessFieldReaders } from '../../generated/answers';
import { fieldLabel, findResource, useMeta } from '../../meta';
import { request } from '../../providers/http';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { KindPicker } from './KindPicker';
import { Readers } from './Readers';
import { RecordPicker } from './RecordPicker';
import type { ViewProps } from './view';

/** Which roles and which people see a field, of any record or of one, and why the others do not. */
export const FieldView = ({ query, onChange }: ViewProps) => {
  const t = useTranslate();
  const resource = findResource(useMeta(), query.get('entity') ?? '');
  const field = query.get('field') ?? '';
  const id = query.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'field', resource?.name, field, id],
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ entity: resource?.name ?? '', field, ...(id && { id }) });
      return (await request<AccessFieldReaders>('GET', `/api/access/field?${asked}`, { signal })).data;
    },
    enabled: resource !== undefined && field !== '',
  });
  const fields = resource?.fields
    .map(({ name }) => ({ value: name, label: t(fieldLabel(resource, name)) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <div className="access-ask">
        <KindPicker
          value={resource?.name ?? ''}
          onChange={entity => onChange({ entity, field: null, id: null, action: null, permission: null })}
        />
        {resource && fields && (
          <>
            <Field label={t('panel.access.field')}>
              <Select value={field} empty="" choices={fields} onChange={value => onChange({ field: value })} />
            </Field>
            <RecordPicker entity={resource.name} id={id} onChange={value => onChange({ id: value })} />
          </>
        )}
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {field && !data && !error && <Skeleton width={320} />}
      {data && <Readers readers={data} />}
    </>
  );
};
