import { useTranslate } from 'ra-core';
import type { AccessKind } from '../../generated/answers';
import { actionLabel, useCan } from '../../meta';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { KindPicker } from './KindPicker';
import { RecordPicker } from './RecordPicker';
import { SubjectPicker } from './SubjectPicker';
import { useKinds } from './useKinds';
import type { ViewProps } from './view';

/** Of whom, of what kind of record, of which action and of which record one asks. */
export const Question = ({ query, onChange }: ViewProps) => {
  const t = useTranslate();
  const mayExplainOthers = useCan('adminUser.read');
  const wanted = query.get('entity') ?? '';
  const kind = useKinds()?.find(({ name }) => name === wanted);
  const actions = (of: AccessKind) => [
    ...of.verbs.map(value => ({ value, label: t(`panel.access.do.${value}`) })),
    ...of.actions.map(name => ({ value: name, label: t(actionLabel(of, name, 'label')) })),
  ];
  return (
    <div className="access-ask">
      {mayExplainOthers && <SubjectPicker id={query.get('userId') ?? ''} onChange={userId => onChange({ userId })} />}
      <KindPicker
        value={wanted}
        empty={query.get('permission') ?? query.get('call') ?? ''}
        onChange={entity => onChange({ entity, permission: null, call: null, action: null, id: null })}
      />
      {kind && (
        <Field label={t('panel.access.action')}>
          <Select
            value={query.get('action') ?? 'read'}
            choices={actions(kind)}
            onChange={action => onChange({ action })}
          />
        </Field>
      )}
      {wanted && <RecordPicker entity={wanted} id={query.get('id') ?? ''} onChange={id => onChange({ id })} />}
    </div>
  );
};
