import { useLocaleState, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatInstant } from '../../format/format';
import type { PlannedChange } from '../../generated/answers';
import { findResource, useMeta } from '../../meta';
import { Link } from '../../router/Link';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { Note } from '../../ui/Note';
import { useErrorToast } from '../useErrorToast';
import { cancelPlanned, decidePlanned, plannedKey } from './calls';
import { PlannedLines } from './PlannedLines';
import { ProblemText } from './ProblemText';
import './planned.css';

interface Props {
  change: PlannedChange;
  /** Whether it stands on the record that it changes. */
  isOnRecord?: boolean;
}

const tones = { PLANNED: 'info', WAITING: 'warn', DONE: 'ok', CANCELLED: 'neutral' } as const;

/** A planned change: from when, by whom, what it changes, and the way to take it back. */
export const PlannedItem = ({ change, isOnRecord = false }: Props) => {
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
      {isOnRecord ? (
        note && <p>{note}</p>
      ) : (
        <p>
          {resource?.route && entityId ? <Link to={`${resource.route}/${entityId}`}>{title}</Link> : title}
          {note && `: ${note}`}
        </p>
      )}
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
          icon="check"
          isBusy={settling.isPending}
          aria-label={label('enum.plannedDecision.APPLY')}
          onClick={() => settling.mutate('apply')}
        >
          {t('enum.plannedDecision.APPLY')}
        </Button>
      )}
      <Button
        small
        look="quiet"
        icon="undo"
        isBusy={settling.isPending}
        aria-label={label('panel.planned.cancel')}
        onClick={() => settling.mutate('cancel')}
      >
        {t('panel.planned.cancel')}
      </Button>
    </p>
  );
};
