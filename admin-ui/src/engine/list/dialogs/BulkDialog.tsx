import { Button } from '../../../pieces/Button';
import { Modal } from '../../../pieces/Modal';
import { actionLabel, useResourceMeta } from '../../meta';
import type { ActionMeta } from '../../meta';
import { useOnline } from '../../useOnline';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { wantReason } from './bulk';
import { BulkForm } from './BulkForm';
import { BulkSum } from './BulkSum';
import { OutcomeList } from './OutcomeList';
import { Refusal } from './Refusal';
import { useBulk } from './useBulk';
import { useBulkInput } from './useBulkInput';
import './outcomes.css';

interface Props {
  action: ActionMeta;
}

/** An action on a few records: its input, what it would do to each, and afterwards what it did. */
export const BulkDialog = ({ action }: Props) => {
  const meta = useResourceMeta();
  const { t, number, name, plural } = useWords();
  const { selection, close } = useListUi();
  const online = useOnline();
  const input = useBulkInput(action);
  const { ids, plan, run, outcomes } = useBulk(action, input.values, input.isComplete);
  const isComplete = input.isComplete && !wantReason(plan.data);
  const planned = isComplete ? plan.data : undefined;
  const known = outcomes ?? planned ?? [];
  const refused = known.filter(outcome => !outcome.allowed);
  const possible = known.filter(outcome => outcome.allowed).map(outcome => outcome.id);
  const noun = (count: number) => (count === 1 ? name : plural);
  const refusal = online
    ? isComplete
      ? possible.length
        ? undefined
        : t('panel.bulk.nothing')
      : t('panel.bulk.incomplete')
    : t('panel.list.offline');
  const error = plan.error ?? run.error;
  return (
    <Modal
      title={t('panel.bulk.title', {
        action: t(actionLabel(meta, action.name, 'label')),
        count: number(ids.length),
        noun: noun(ids.length),
      })}
      note={t(outcomes ? 'panel.bulk.kept' : 'panel.bulk.note')}
      cancelLabel={outcomes ? t('panel.modal.close') : t('panel.modal.cancel')}
      onClose={close}
      actions={
        outcomes ? (
          refused.length > 0 && (
            <Button look="primary" isBusy={run.isPending} onClick={() => run.mutate(refused.map(({ id }) => id))}>
              {t('panel.bulk.again', { count: number(refused.length), noun: noun(refused.length) })}
            </Button>
          )
        ) : (
          <Button
            look="primary"
            refusal={refusal}
            isBusy={run.isPending || plan.isFetching}
            onClick={() => run.mutate(possible)}
          >
            {possible.length > 0
              ? t('panel.bulk.submit', {
                  action: t(actionLabel(meta, action.name, 'submit')),
                  count: number(possible.length),
                  noun: noun(possible.length),
                })
              : t(actionLabel(meta, action.name, 'submit'))}
          </Button>
        )
      }
    >
      {error && <Refusal error={error} />}
      {!outcomes && <BulkForm action={action} input={input} ids={[...selection.ids]} />}
      <BulkSum
        isRunning={run.isPending}
        isChecking={plan.isFetching}
        of={ids.length}
        known={outcomes ?? planned}
        isPlan={!outcomes}
      />
      {refused.length > 0 && !run.isPending && (
        <OutcomeList
          label={t(outcomes ? 'panel.bulk.failed' : 'panel.bulk.blocked', { count: number(refused.length) })}
          outcomes={refused}
        />
      )}
    </Modal>
  );
};
