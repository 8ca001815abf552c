import { useTranslate } from 'ra-core';
import { actionLabel, findResource, resourceLabel, useCan, useMeta, type ResourceMeta } from '../../meta';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import { SubjectPicker } from './SubjectPicker';

interface Props {
  query: URLSearchParams;
  onChange: (parts: Record<string, string | null>) => void;
}

const verbs = ['read', 'create', 'update', 'delete'];

/** Of whom, of what kind of record, of which action and of which record one asks. */
export const Question = ({ query, onChange }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const mayAskOthers = useCan('adminUser.read');
  const resource = findResource(meta, query.get('entity') ?? '');
  const kinds = meta.resources
    .map(one => ({ value: one.name, label: t(resourceLabel(one, 'name')) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const actions = (of: ResourceMeta) => [
    ...verbs
      .filter(verb => of.can.some(can => can === verb))
      .map(value => ({ value, label: t(`panel.access.do.${value}`) })),
    ...of.actions.map(({ name }) => ({ value: name, label: t(actionLabel(of, name, 'label')) })),
  ];
  return (
    <div className="access-ask">
      {mayAskOthers && <SubjectPicker id={query.get('userId') ?? ''} onChange={userId => onChange({ userId })} />}
      <Field label={t('panel.access.kind')}>
        <Select
          value={resource?.name ?? ''}
          empty={query.get('permission') ?? ''}
          choices={kinds}
          onChange={entity => onChange({ entity, permission: null, action: null, id: null })}
        />
      </Field>
      {resource && (
        <>
          <Field label={t('panel.access.action')}>
            <Select
              value={query.get('action') ?? 'read'}
              choices={actions(resource)}
              onChange={action => onChange({ action })}
            />
          </Field>
          <Field label={t('panel.access.record')} isOptional>
            <TextInput value={query.get('id') ?? ''} onChange={id => onChange({ id: id.replace(/\D/g, '') })} />
          </Field>
        </>
      )}
    </div>
  );
};
