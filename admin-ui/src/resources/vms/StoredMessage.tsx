import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { useFormState } from '../../engine/form/FormContext';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { VmsInbound } from '../../generated/resources';
import { useCan } from '../../meta';
import { request, type Page } from '../../providers/http';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import type { Option } from '../../ui/option';
import type { Search } from '../../ui/useSearch';
import { prettyJson } from './prettyJson';

const path = '/api/vms/inbound';
const most = 50;

interface Props {
  onChoose: (payload: string, name: string, id: number) => void;
}

/** One of the messages that came for the mapping at hand, newest first, as its reader may read it. */
export const StoredMessage = ({ onChoose }: Props) => {
  const t = useTranslate();
  const { values } = useFormState();
  const mayRead = useCan('vms.message.read');
  const [chosen, setChosen] = useState<Option | null>(null);
  const body = useMutation({
    mutationFn: async ({ value }: Option) => (await request<VmsInbound>('GET', `${path}/${value}`)).data,
    onSuccess: ({ id, exchanges, messageId }) => {
      const text = exchanges.find(({ number }) => number === 0)?.body ?? '';
      onChoose(prettyJson(text) ?? text, messageId, id);
    },
  });
  const { connectionId, entity } = values;
  const search: Search = async (text, signal) => {
    const query = new URLSearchParams({
      connectionId: String(connectionId),
      entity: String(entity),
      limit: String(most),
    });
    const { data } = await request<Page<VmsInbound>>('GET', `${path}?${query}`, { signal });
    return data.results
      .filter(({ messageId, matchKey }) => `${messageId} ${matchKey}`.includes(text))
      .map(({ id, messageId, matchKey }) => ({ value: String(id), label: messageId, sub: matchKey }));
  };
  if (!mayRead) return null;
  const choose = (option: Option | null) => {
    setChosen(option);
    if (option) body.mutate(option);
  };
  return (
    <>
      <Field label={t('panel.vms.try.stored')} isWide>
        <Combobox
          name={`vmsInbound.${String(connectionId)}.${String(entity)}`}
          search={search}
          value={chosen}
          canClear
          onChange={choose}
        />
      </Field>
      {body.error && <Refusal error={body.error} onRetry={retryOf(body)} />}
    </>
  );
};
