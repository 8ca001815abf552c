import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { VmsSetup } from '../../../generated/answers';
import { useCanOpen } from '../../../meta/useCanOpen';
import { request } from '../../../providers/http';
import { Link } from '../../../router/Link';
import { Button } from '../../../ui/Button';
import { ClientSelect } from '../../../ui/ClientSelect';
import { Field } from '../../../ui/Field';
import { Radio } from '../../../ui/Radio';
import { TextInput } from '../../../ui/TextInput';
import { ByHand } from '../ByHand';
import type { SetupDraft } from './useSetup';

interface Props {
  draft: SetupDraft;
  onChange: (parts: Partial<SetupDraft>) => void;
}

const ways = ['BOTH', 'OUT', 'IN'] as const;

/** Whose VMS it is, what it is called here, and which way messages go. */
export const NameStep = ({ draft, onChange }: Props) => {
  const t = useTranslate();
  const { name, client, way } = draft;
  const canOpen = useCanOpen();
  const known = useQuery({
    queryKey: ['vms', 'setup', 'client', client?.value],
    queryFn: async ({ signal }) =>
      (await request<VmsSetup>('GET', `/api/vms/connectionSetup?clientId=${client?.value}`, { signal })).data,
    enabled: client !== null,
  });
  const isComplete = client !== null && name.trim() !== '';
  return (
    <form
      className="vsu-form"
      onSubmit={event => {
        event.preventDefault();
        if (isComplete) onChange({ isNamed: true });
      }}
    >
      <Field label={t('resources.vmsConnection.fields.clientId')} hint={t('panel.vms.setup.name.client')} isRequired>
        <ClientSelect
          value={client}
          onChange={chosen => onChange({ client: chosen, ...(chosen && !name && { name: `${chosen.label} VMS` }) })}
        />
      </Field>
      {!client && canOpen('/platform/clients') && (
        <p className="t2 s13">
          <Link to="/platform/clients/create">{t('panel.vms.setup.name.newClient')}</Link>
        </p>
      )}
      {client && way !== 'IN' && known.data?.byHand && <ByHand client={{ id: client.value, name: client.label }} />}
      <Field label={t('resources.vmsConnection.fields.name')} isRequired>
        <TextInput value={name} onChange={text => onChange({ name: text })} />
      </Field>
      <fieldset className="vsu-choices">
        <legend>{t('panel.vms.setup.name.way')}</legend>
        {ways.map(value => (
          <Radio key={value} name="way" value={value} isOn={way === value} onChange={() => onChange({ way: value })}>
            {t(`panel.vms.setup.name.${value}`)}
          </Radio>
        ))}
      </fieldset>
      <div className="vsu-do">
        <Button type="submit" look="primary" refusal={isComplete ? undefined : t('panel.vms.setup.name.incomplete')}>
          {t('panel.vms.setup.next')}
        </Button>
      </div>
    </form>
  );
};
