import { useSyncExternalStore } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { searchClients } from '../ui/ClientSelect';
import type { Option } from '../ui/option';
import { Combobox } from '../ui/Combobox';
import type { Search } from '../ui/useSearch';
import { chooseClient, currentClient, onClient } from '../providers/client';
import { clientsQuery } from '../providers/clients';
import { Preference } from './Preference';

/** The clients without their codes, for which the menu is too narrow. */
const searchNames: Search = async (text, signal) =>
  (await searchClients(text, signal)).map(({ value, label }) => ({ value, label }));

/** Whose texts the panel shows: our own, or those of a client the account sees, where there are several. */
export const ClientChoice = () => {
  const t = useTranslate();
  const name = useSyncExternalStore(onClient, currentClient);
  const { data: clients = [] } = useQuery(clientsQuery);
  const own: Option = { value: '', label: t('panel.user.client.own') };
  const choose = (to: Option | null) => chooseClient(to?.value ? { id: Number(to.value), name: to.label } : undefined);
  if (clients.length < 2) return null;
  return (
    <Preference label={t('panel.user.client')}>
      <Combobox
        label={t('panel.user.client')}
        name="clientNames"
        search={searchNames}
        first={own}
        value={name ? { value: name, label: name } : own}
        onChange={choose}
      />
    </Preference>
  );
};
