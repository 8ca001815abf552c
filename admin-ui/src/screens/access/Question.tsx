import { useTranslate } from 'ra-core';
import { actionLabel, findResource, useCan, useMeta, type ResourceMeta } from '../../meta';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { KindPicker } from './KindPicker';
import { RecordPicker } from './RecordPicker';
import { SubjectPicker } from './SubjectPicker';
import type { ViewProps } from './view';

const verbs = ['read', 'create', 'update', 'delete'];

/** Of whom, of what kind of record, of which action and of which record one asks. */
export const Question = ({ query, onChange }: ViewProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const mayAskOthers = useCan('adminUser.read');
  const resource = findResource(meta, query.get('entity') ?? '');
  const actions = (of: ResourceMeta) => [
    ...verbs
      .filter(verb => of.can.some(can => can === verb))
      .map(value => ({ value, label: t(`panel.access.do.${value}`) })),
    ...of.actions.map(({ name }) => ({ value: name, label: t(actionLabel(of, name, 'label')) })),
  ];
  return (
    <div className="access-ask">
      {mayAskOthers && <SubjectPicker id={query.get('userId') ?? ''} onChange={userId => onChange({ userId })} />}
      <KindPicker
        value={resource?.name ?? ''}
        empty={query.get('permission') ?? ''}
        onChange={entity => onChange({ entity, permission: null, action: null, id: null })}
      />
      {resource && (
        <>
          <Field label={t('panel.access.action')}>
            <Select
              value={query.get('action') ?? 'read'}
              choices={actions(resource)}
              onChange={action => onChange({ action })}
            />
          </Field>
          <RecordPicker entity={resource.name} id={query.get('id') ?? ''} onChange={id => onChange({ id })} />
        </>
      )}
    </div>
  );
};
