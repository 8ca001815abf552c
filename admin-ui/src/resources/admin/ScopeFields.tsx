import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useFailureText } from '../../engine/form/useFailureText';
import { Button } from '../../ui/Button';
import { ClientSelect } from '../../ui/ClientSelect';
import type { Option } from '../../ui/option';
import { Field } from '../../ui/Field';
import { IconButton } from '../../ui/IconButton';
import { LegalEntitySelect } from '../../ui/LegalEntitySelect';
import type { StaffScope } from '../../generated/answers';
import type { AccountForm } from './useAccountForm';
import { useScopeNames } from './useScopeNames';

interface Props {
  form: AccountForm;
  isReadOnly: boolean;
}

const kinds = ['clientIds', 'legalEntityIds'] as const;

/** The clients and legal entities an account is limited to. */
export const ScopeFields = ({ form, isReadOnly }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const { scopes } = form.values;
  const wrong = (path: string) => {
    const found = form.wrongOf(path);
    return found && <p className="help e">{say(found.key, found.params)}</p>;
  };
  const nameOf = useScopeNames([scopes]);
  const names = nameOf(scopes);
  const chosen = kinds.flatMap(kind => scopes[kind].map((id, at) => ({ kind, id, path: `scopes.${kind}[${at}]` })));
  const change = (part: Partial<StaffScope>) => form.set({ scopes: { ...scopes, ...part } });
  return (
    <fieldset>
      <legend>{t('resources.admin.fields.scopes')}</legend>
      <p className="t2 s13">{t(chosen.length > 0 ? 'panel.staff.limited' : 'panel.staff.unlimited')}</p>
      <ul className="staff-lines">
        {chosen.map(({ kind, id, path }, i) => (
          <li key={`${kind} ${id}`}>
            <span className="grow">
              {names[i]}
              {wrong(path)}
            </span>
            {!isReadOnly && (
              <IconButton
                small
                icon="x"
                label={t('panel.staff.unscope', { name: names[i] })}
                onClick={() => change({ [kind]: scopes[kind].filter(one => one !== id) })}
              />
            )}
          </li>
        ))}
      </ul>
      {wrong('scopes')}
      {!isReadOnly && <Adder scopes={scopes} onChange={change} />}
    </fieldset>
  );
};

const Adder = ({ scopes, onChange }: { scopes: StaffScope; onChange: (part: Partial<StaffScope>) => void }) => {
  const t = useTranslate();
  const [client, setClient] = useState<Option | null>(null);
  const [entity, setEntity] = useState<number | null>(null);
  const add = () => {
    if (!client) return;
    if (entity) onChange({ legalEntityIds: [...new Set([...scopes.legalEntityIds, entity])] });
    else onChange({ clientIds: [...new Set([...scopes.clientIds, Number(client.value)])] });
    setClient(null);
    setEntity(null);
  };
  return (
    <div className="g2">
      <Field label={t('panel.staff.client')}>
        <ClientSelect
          value={client}
          onChange={next => {
            setClient(next);
            setEntity(null);
          }}
        />
      </Field>
      <Field label={t('panel.staff.entity')} isOptional>
        <LegalEntitySelect clientId={client ? Number(client.value) : null} value={entity} onChange={setEntity} />
      </Field>
      <Button icon="plus" refusal={client ? undefined : t('panel.staff.chooseClient')} onClick={add}>
        {t('panel.staff.limit')}
      </Button>
    </div>
  );
};
