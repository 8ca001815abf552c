import { useTranslate } from 'ra-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ServicePart, ServiceState } from '../../generated/answers';
import { type PartReadiness, readiness } from '../../providers/readiness';
import { adviceKey, Part } from './CopyCard';

const states: Record<string, ServiceState> = { ok: 'OK', degraded: 'DEGRADED', down: 'DOWN' };

const partOf = ({ name, state, code }: PartReadiness): ServicePart => ({
  name,
  state: states[state] ?? 'DOWN',
  detail: '',
  code,
  past: [],
});

/**
 * How the parts of one copy stand while nobody can be told who asks, as when the database is away. It is asked for anew whenever
 * the status has been asked for once more.
 */
export const Readiness = ({ asked }: { asked: number }) => {
  const t = useTranslate();
  const { data } = useQuery({
    queryKey: ['readiness', asked],
    queryFn: ({ signal }) => readiness(signal),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const parts = data.map(partOf);
  return (
    <article className="copy" aria-label={t('panel.status.oneCopy')}>
      <h3>{t('panel.status.oneCopy')}</h3>
      <ul>
        {parts.map(part => (
          <Part key={part.name} part={part} advice={adviceKey(part, parts)} from="" at="" />
        ))}
      </ul>
    </article>
  );
};
