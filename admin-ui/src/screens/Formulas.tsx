import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../ui/Empty';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import type { Option } from '../ui/option';
import { useSearch } from '../router/useSearch';
import { FormulaTree } from './formulas/FormulaTree';
import { formulasKey, readClient, readFormulas, type Target } from './formulas/calls';
import { type Picked, Picker } from './formulas/Picker';
import { Workbench } from './formulas/Workbench';
import './formulas/formulas.css';

/** The rate formulas of the system, clients, legal entities and projects. The address may name a client to begin with. */
export const Formulas = () => {
  const t = useTranslate();
  const [query] = useSearch();
  const wanted = Number(query.get('client'));
  const client = useQuery({
    queryKey: ['formulasOf', wanted],
    queryFn: ({ signal }) => readClient(wanted, signal),
    enabled: wanted > 0,
    retry: false,
  });
  return (
    <div className="fml">
      <header>
        <h1>{t('menu.formulas')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="fml-body" tabIndex={0} aria-label={t('menu.formulas')}>
        <p className="t2 s13">{t('panel.formulas.intro')}</p>
        {client.isLoading ? <Skeleton width={320} /> : <Body key={wanted} first={client.data ?? null} />}
        <FormulaTree />
      </section>
    </div>
  );
};

const Body = ({ first }: { first: Option | null }) => {
  const t = useTranslate();
  const [{ target, clientId }, setPicked] = useState<Picked>(() =>
    first
      ? { target: { scope: 'client', id: Number(first.value), name: first.label }, clientId: Number(first.value) }
      : { target: { scope: 'system', id: 0, name: t('panel.formulas.system') }, clientId: null },
  );
  return (
    <>
      <Picker first={first} onPick={setPicked} />
      {!target && <Empty icon="code" title={t('panel.formulas.choose')} />}
      {target && <Chosen key={`${target.scope} ${target.id}`} target={target} clientId={clientId} />}
    </>
  );
};

const Chosen = ({ target, clientId }: { target: Target; clientId: number | null }) => {
  const { data, error, refetch } = useQuery({
    queryKey: formulasKey(target),
    queryFn: ({ signal }) => readFormulas(target, signal),
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={320} />;
  return <Workbench target={target} clientId={clientId} formulas={data} />;
};
