import { useLocaleState, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelPlanned, decidePlanned, plannedKey, readPlanned } from '../engine/planned/calls';
import { PlannedLines } from '../engine/planned/PlannedLines';
import { useErrorToast } from '../engine/useErrorToast';
import { formatInstant } from '../format/format';
import type { PlannedChange } from '../generated/answers';
import { findResource, useMeta } from '../meta';
import { Link } from '../router/Link';
import { Button } from '../ui/Button';
import { Chip } from '../ui/Chip';
import { Empty } from '../ui/Empty';
import { Note } from '../ui/Note';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import { ProblemText } from './planned/ProblemText';
import './planned/planned.css';
import './settings/settings.css';

const shown = '100';

/** Every change that is planned: those that wait for a decision, those to come, and what has become of earlier ones. */
export const Planned = () => {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: [...plannedKey, 'all'],
    queryFn: ({ signal }) => readPlanned({ limit: shown }, signal),
  });
  return (
    <div className="sets">
      <header>
        <h1>{t('menu.planned')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="sets-body" tabIndex={0} aria-label={t('menu.planned')}>
        <p className="t2 s13">{t('panel.planned.intro')}</p>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={320} />}
        {data?.results.length === 0 && <Empty icon="clock" title={t('panel.planned.none')} />}
        {data && data.results.length > 0 && (
          <ul className="planned">
            {data.results.map(change => (
              <Change key={change.id} change={change} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
};

const tones = { PLANNED: 'info', WAITING: 'warn', DONE: 'ok', CANCELLED: 'neutral' } as const;

const Change = ({ change }: { change: PlannedChange }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const resource = findResource(useMeta(), change.entity);
  const { entityId, title, state, effectiveAt, createdAt, createdBy, note, problem } = change;
  return (
    <li>
      <p className="row">
        <Chip tone={tones[state]}>{t(`enum.plannedState.${state}`)}</Chip>
        <b>{t('panel.planned.fromTime', { time: formatInstant(locale, effectiveAt) })}</b>
      </p>
      <p>
        {resource?.route && entityId ? <Link to={`${resource.route}/${entityId}`}>{title}</Link> : title}
        {note && `: ${note}`}
      </p>
      <PlannedLines change={change} />
      {problem && (
        <Note tone="warn">
          <ProblemText problem={problem} />
        </Note>
      )}
      <p className="t2 s13">{t('panel.planned.by', { name: createdBy, time: formatInstant(locale, createdAt) })}</p>
      <Actions change={change} />
    </li>
  );
};

const Actions = ({ change: { id, state, title } }: { change: PlannedChange }) => {
  const t = useTranslate();
  const notify = useNotify();
  const showError = useErrorToast();
  const client = useQueryClient();
  const settling = useMutation({
    mutationFn: (what: 'cancel' | 'apply') => (what === 'cancel' ? cancelPlanned(id) : decidePlanned(id, 'APPLY')),
    onSuccess: ({ state: now }) => {
      notify(`enum.plannedState.${now}`, { type: 'success' });
      return client.invalidateQueries({ queryKey: plannedKey });
    },
    onError: error => showError(error),
  });
  if (state !== 'PLANNED' && state !== 'WAITING') return null;
  const label = (key: string) => `${t(key)}: ${title}`;
  return (
    <p className="row">
      {state === 'WAITING' && (
        <Button
          small
          isBusy={settling.isPending}
          aria-label={label('enum.plannedDecision.APPLY')}
          onClick={() => settling.mutate('apply')}
        >
          {t('enum.plannedDecision.APPLY')}
        </Button>
      )}
      <Button
        small
        isBusy={settling.isPending}
        aria-label={label('panel.planned.cancel')}
        onClick={() => settling.mutate('cancel')}
      >
        {t('panel.planned.cancel')}
      </Button>
    </p>
  );
};
