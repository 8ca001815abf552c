import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { ClientSelect } from '../../ui/ClientSelect';
import type { Option } from '../../ui/option';
import { Field } from '../../ui/Field';
import { LegalEntitySelect } from '../../ui/LegalEntitySelect';

interface Props {
  /** What has been added already. */
  without: readonly { id: number }[];
  isBusy: boolean;
  onAdd: (entity: number) => void;
}

/** Finds one more legal entity: the client first, then which of its entities. */
export const EntityAdder = ({ without, isBusy, onAdd }: Props) => {
  const t = useTranslate();
  const [client, setClient] = useState<Option | null>(null);
  const [entity, setEntity] = useState<number | null>(null);
  const isThere = without.some(({ id }) => id === entity);
  const refusal = () => {
    if (entity === null) return t('msp.entities.chooseFirst');
    return isThere ? t('msp.entities.there') : undefined;
  };
  const add = () => {
    if (entity === null) return;
    onAdd(entity);
    setEntity(null);
  };
  return (
    <div className="adder">
      <Field label={t('resources.msp.fields.legalEntities.clientId')}>
        <ClientSelect
          value={client}
          onChange={next => {
            setClient(next);
            setEntity(null);
          }}
        />
      </Field>
      <Field label={t('msp.entities.entity')} hint={isThere ? t('msp.entities.there') : undefined}>
        <LegalEntitySelect clientId={client ? Number(client.value) : null} value={entity} onChange={setEntity} />
      </Field>
      <Button icon="plus" refusal={refusal()} isBusy={isBusy} onClick={add}>
        {t('msp.entities.add')}
      </Button>
    </div>
  );
};
