import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dateFormat, formatDate } from '../../format/format';
import type { ApplicationFunnel } from '../../generated/answers';
import { request } from '../../providers/http';
import { searchClients } from '../../ui/ClientSelect';
import { Combobox } from '../../ui/Combobox';
import type { Option } from '../../ui/option';
import { Failure } from './Failure';
import { FunnelTable } from './FunnelTable';
import { searchMsps } from './searchMsps';
import { Trends } from './Trends';
import { WeeksTable } from './WeeksTable';
import './funnel.css';

const staleTime = 5 * 60_000;

const pathFor = (client: Option | null, msp: Option | null) => {
  const query = new URLSearchParams({ ...(client && { clientId: client.value }), ...(msp && { mspId: msp.value }) });
  return `/api/projectApplication/funnel?${query}`;
};

/** How far applications come, of all or of a client and an MSP, and how many came there week by week. */
export const FunnelSection = () => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const [client, setClient] = useState<Option | null>(null);
  const [msp, setMsp] = useState<Option | null>(null);
  const path = pathFor(client, msp);
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', path],
    queryFn: async ({ signal }) => (await request<ApplicationFunnel>('GET', path, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime,
  });
  return (
    <>
      {data && <Trends steps={data.steps} />}
      <section className="funnel" aria-labelledby="funnel-title">
        <h2 id="funnel-title">{t('dashboard.funnel')}</h2>
        <div className="funnel-by">
          <Choice name="client" search={searchClients} value={client} onChange={setClient} />
          <Choice name="msp" search={searchMsps} value={msp} onChange={setMsp} />
        </div>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <p className="t2 s12">
              {t('dashboard.funnel.since', {
                date: formatDate(locale, data.since),
                at: dateFormat(locale, { timeStyle: 'short' }).format(new Date(data.countedAt)),
              })}
            </p>
            <FunnelTable steps={data.steps} />
            <WeeksTable steps={data.steps} />
          </>
        )}
      </section>
    </>
  );
};

interface ChoiceProps {
  name: 'client' | 'msp';
  search: typeof searchClients;
  value: Option | null;
  onChange: (option: Option | null) => void;
}

const Choice = ({ name, ...rest }: ChoiceProps) => {
  const t = useTranslate();
  return (
    <Combobox
      {...rest}
      name={`funnel.${name}`}
      label={t(`dashboard.funnel.${name}`)}
      placeholder={t(`dashboard.funnel.${name}.all`)}
      canClear
    />
  );
};
