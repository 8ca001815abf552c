import { Suspense, useState, type MouseEvent } from 'react';
import { useNavigate } from 'ra-core';
import { lazyPart } from '../../ui/lazyPart';
import { Button } from '../../ui/Button';
import type { Saved } from '../../engine/useRecordSaved';
import { useRowPath } from '../../engine/useRecordPath';
import type { DashboardCard, DashboardStep } from '../../generated/answers';
import { isAllowed, useResourceMeta, type ActionMeta } from '../../meta';
import { neighbourOf } from './neighbourOf';
import { useStepAtOnce } from './useStepAtOnce';
import { useStepLabel } from './useStepLabel';

const RunAction = lazyPart(() => import('../../engine/form/RunAction').then(m => m.RunAction));
const StatusDialog = lazyPart(() => import('../../engine/form/StatusDialog').then(m => m.StatusDialog));

interface Props {
  card: DashboardCard;
  record: Saved;
  onDone: (saved?: Saved) => void;
}

/** The action of a step, as far as the reader may do it and the record allows it; undefined otherwise. */
const actionOf = (actions: readonly ActionMeta[], step: DashboardStep, record: Saved) =>
  actions.find(action => action.name === step.action && action.target === 'record' && isAllowed(action, record));

/** The buttons of a record that waits, the first of them for the key S. */
export const WorkSteps = ({ card, record, onDone }: Props) => {
  const { actions } = useResourceMeta();
  const [opened, setOpened] = useState<DashboardStep>();
  const steps = (card.steps ?? []).filter(step => !step.action || actionOf(actions, step, record));
  const action = opened && actionOf(actions, opened, record);
  const close = () => setOpened(undefined);
  const done = (saved?: Record<string, unknown>) => {
    close();
    onDone(saved && { ...saved, id: record.id });
  };
  return (
    <>
      {steps.map(step => (
        <StepButton
          key={`${step.action} ${step.status} ${step.tab}`}
          card={card}
          step={step}
          record={record}
          action={actionOf(actions, step, record)}
          onAsk={() => setOpened(step)}
          onDone={onDone}
        />
      ))}
      {opened && action && (
        <Suspense fallback={null}>
          {opened.status ? (
            <StatusDialog action={action} record={record} only={opened.status} onClose={close} onDone={done} />
          ) : (
            <RunAction action={action} record={record} onClose={close} onDone={done} />
          )}
        </Suspense>
      )}
    </>
  );
};

interface ButtonProps extends Props {
  step: DashboardStep;
  action: ActionMeta | undefined;
  onAsk: () => void;
}

/** One step: opens the record, does it at once, or asks in the dialog of the action. */
const StepButton = ({ card, ...wanted }: ButtonProps) => {
  const { step, record, action, onAsk } = wanted;
  const navigate = useNavigate();
  const path = useRowPath();
  const label = useStepLabel(card, step, record);
  const run = useStepAtOnce(wanted);
  const act = ({ currentTarget }: MouseEvent) => {
    if (!action) return navigate(path(record.id, step.tab));
    if (!step.atOnce) return onAsk();
    run.mutate(neighbourOf(currentTarget.closest('[data-row]')));
  };
  return (
    <Button small isBusy={run.isPending} onClick={act}>
      {label}
    </Button>
  );
};
