import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlannedChange } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { useErrorToast } from '../useErrorToast';
import { cancelPlanned, decidePlanned, plannedKey } from './calls';
import './planned.css';

interface Props {
  change: PlannedChange;
  /** Of what it changes. */
  name: string;
}

/** What can be done about a planned change: it is taken back, and one that waits is applied now. */
export const PlannedActions = ({ change: { id, state }, name }: Props) => {
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
  const label = (key: string) => `${t(key)}: ${name}`;
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
