import { useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { formatDate } from '../../format/format';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { useCan } from '../../meta';
import type { AsideProps } from '../../engine/overrideProps';
import type { Msp } from '../../generated/resources';
import { Empty } from '../../ui/Empty';
import { IconButton } from '../../ui/IconButton';
import { request } from '../../providers/http';
import { EntityAdder } from './EntityAdder';
import { ReleaseDialog } from './ReleaseDialog';
import { useClientNames } from './useClientNames';
import '../../ui/lines.css';
import './msp.css';

type Entity = Msp['legalEntities'][number];

/** The legal entities an MSP works for. Each change counts at once. */
export const EntitiesTab = ({ record, onDone }: AsideProps<Msp>) => {
  const t = useTranslate();
  const notify = useNotify();
  const mayChange = useCan('msp.legalEntity') && record.userStatus !== 'DL';
  const [leaving, setLeaving] = useState<Entity>();
  const entities = record.legalEntities;
  const names = useClientNames(entities.map(({ clientId }) => clientId ?? 0));
  const add = useMutation({
    mutationFn: (entity: number) =>
      request<{ message: string }>('PUT', `/api/msp/${record.id}/toLegalEntity/${entity}`),
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      onDone?.();
    },
  });
  return (
    <section className="form-s" aria-label={t('msp.tab.entities')}>
      {add.error && <Refusal error={add.error} onRetry={retryOf(add)} />}
      {entities.length === 0 && (
        <Empty icon="case" title={t('msp.entities.none')}>
          {t('msp.entities.noneText')}
        </Empty>
      )}
      <ul className="lines">
        {entities.map(entity => (
          <Line
            key={entity.id}
            entity={entity}
            client={names(entity.clientId)}
            onRemove={mayChange ? () => setLeaving(entity) : undefined}
          />
        ))}
      </ul>
      {mayChange && <EntityAdder isBusy={add.isPending} without={entities} onAdd={id => add.mutate(id)} />}
      {leaving && (
        <ReleaseDialog
          msp={record}
          entity={leaving}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined);
            onDone?.();
          }}
        />
      )}
    </section>
  );
};

interface LineProps {
  entity: Entity;
  client: string;
  onRemove: (() => void) | undefined;
}

const Line = ({ entity, client, onRemove }: LineProps) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return (
    <li>
      <span className="grow name">
        {entity.name}
        <span className="of">{client}</span>
      </span>
      <span className="t2">{entity.since && t('msp.entities.since', { date: formatDate(locale, entity.since) })}</span>
      {onRemove && (
        <IconButton icon="trash" label={t('msp.entities.remove', { name: entity.name })} onClick={onRemove} />
      )}
    </li>
  );
};
