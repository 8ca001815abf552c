import { Button } from '../../../pieces/Button';
import { Modal } from '../../../pieces/Modal';
import { actionLabel, useResourceMeta } from '../../meta';
import type { ActionMeta } from '../../meta';
import { useOnline } from '../../useOnline';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { wantReason, type Preview } from './bulk';
import { BulkForm } from './BulkForm';
import { OutcomeList } from './OutcomeList';
import { Refusal } from './Refusal';
import { useBulkInput } from './useBulkInput';
import { useMany } from './useMany';
import './outcomes.css';

interface Props {
  action: ActionMeta;
}

/** An action on many records: its input, how many there are, what would fail; then a job does it. */
export const ManyDialog = ({ action }: Props) => {
  const meta = useResourceMeta();
  const { t, number, name, plural } = useWords();
  const { selection, close } = useListUi();
  const online = useOnline();
  const input = useBulkInput(action);
  const { plan, start, count } = useMany(action, input.values, input.isComplete);
  const isComplete = input.isComplete && !wantReason(plan.data?.sample);
  const planned = isComplete ? plan.data : undefined;
  const figures = { count: number(count), noun: count === 1 ? name : plural };
  const reasons: [boolean, string][] = [
    [!online, 'panel.list.offline'],
    [!isComplete, 'panel.bulk.incomplete'],
    [planned !== undefined && planned.count === planned.wouldFail, 'panel.bulk.nothing'],
  ];
  const refusal = reasons.find(([holds]) => holds)?.[1];
  const failing = planned?.sample.filter(({ allowed }) => !allowed) ?? [];
  const error = plan.error ?? start.error;
  return (
    <Modal
      title={t('panel.bulk.title', { action: t(actionLabel(meta, action.name, 'label')), ...figures })}
      note={planned && t(planned.undoable ? 'panel.jobs.many.undoable' : 'panel.jobs.many.final')}
      onClose={close}
      actions={
        <Button
          look="primary"
          refusal={refusal && t(refusal)}
          isBusy={start.isPending || plan.isFetching}
          onClick={() => start.mutate()}
        >
          {t('panel.bulk.submit', { action: t(actionLabel(meta, action.name, 'submit')), ...figures })}
        </Button>
      }
    >
      {error && <Refusal error={error} />}
      <BulkForm action={action} input={input} ids={selection.everything ? undefined : [...selection.ids]} />
      <p className="bulk-sum" role="status">
        {plan.isFetching ? t('panel.bulk.checking') : planned ? <Forecast preview={planned} /> : t('panel.bulk.fill')}
      </p>
      {failing.length > 0 && <OutcomeList label={t('panel.jobs.many.sample')} outcomes={failing} />}
    </Modal>
  );
};

const Forecast = ({ preview: { count, tried, wouldFail } }: { preview: Preview }) => {
  const { t, number } = useWords();
  if (tried === count) return t('panel.bulk.plan', { good: number(count - wouldFail), total: number(count) });
  const figures = { tried: number(tried), total: number(count), bad: number(wouldFail) };
  return t(wouldFail > 0 ? 'panel.jobs.many.someFail' : 'panel.jobs.many.noneFails', figures);
};
