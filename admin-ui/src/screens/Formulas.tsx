import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../pieces/Empty';
import { Skeleton } from '../pieces/Skeleton';
import { Failure } from './dashboard/Failure';
import { formulasKey, readFormulas, type Target } from './formulas/calls';
import { type Picked, Picker } from './formulas/Picker';
import { Workbench } from './formulas/Workbench';
import './formulas/formulas.css';

/** The rate formulas of the system, clients, legal entities and projects. */
export const Formulas = () => {
  const t = useTranslate();
  const [{ target, clientId }, setPicked] = useState<Picked>({
    target: { scope: 'system', id: 0, name: t('panel.formulas.system') },
    clientId: null,
  });
  return (
    <div className="fml">
      <header>
        <h1>{t('menu.formulas')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="fml-body" tabIndex={0} aria-label={t('menu.formulas')}>
        <p className="t2 s13">{t('panel.formulas.intro')}</p>
        <Picker onPick={setPicked} />
        {!target && <Empty icon="code" title={t('panel.formulas.choose')} />}
        {target && <Chosen key={`${target.scope} ${target.id}`} target={target} clientId={clientId} />}
      </section>
    </div>
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
