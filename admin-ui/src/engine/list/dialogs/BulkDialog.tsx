import { Button } from '../../../ui/Button';
import { Modal } from '../../../ui/Modal';
import { actionLabel, useResourceMeta } from '../../../meta';
import type { ActionMeta } from '../../../meta';
import type { Values } from '../../form/changes';
import { retryOf } from '../../form/retryOf';
import { useOnline } from '../../useOnline';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import type { BulkPreview } from '../../../generated/answers';
import { outcomesOf, wantReason } from './bulk';
import { BulkForm } from './BulkForm';
import { Forecast } from './Forecast';
import { OutcomeList } from './OutcomeList';
import { Refusal } from './Refusal';
import { useBulk } from './useBulk';
import { useBulkInput } from './useBulkInput';
import './outcomes.css';

interface Props {
  action: ActionMeta;
  /** What is answered already. */
  initial?: Values | undefined;
}

/** An action on many records: its input, what it would do, what would fail and what could not be undone; then a job does it. */
export const BulkDialog = ({ action, initial }: Props) => {
  const meta = useResourceMeta();
  const { t, number, name, plural } = useWords();
  const { close } = useListUi();
  const online = useOnline();
  const input = useBulkInput(action, initial);
  const { plan, start, count } = useBulk(action, input.values, input.isComplete);
  const known = plan.data && outcomesOf(plan.data);
  const wantsReason = wantReason(known);
  const isComplete = input.isComplete && !wantsReason;
  const planned = isComplete ? plan.data : undefined;
  const figures = (of: number) => ({ count: number(of), noun: of === 1 ? name : plural });
  const reasons: [boolean, string][] = [
    [!online, 'panel.list.offline'],
    [!isComplete, 'panel.bulk.incomplete'],
    [planned !== undefined && planned.tried === planned.wouldFail + planned.unchanged, 'panel.bulk.nothing'],
  ];
  const refusal = reasons.find(([holds]) => holds)?.[1];
  const failing = planned ? outcomesOf(planned).filter(({ allowed }) => !allowed) : [];
  const staying = planned ? outcomesOf(planned).filter(({ noUndo }) => noUndo) : [];
  const error = plan.error ?? start.error;
  const willChange = planned?.results ? count - failing.length - planned.unchanged : 0; // of more than are listed nobody knows how many
  const submit = t(actionLabel(meta, action.name, 'submit'));
  return (
    <Modal
      title={t('panel.bulk.title', { action: t(actionLabel(meta, action.name, 'label')), ...figures(count) })}
      note={planned ? <Lasts preview={planned} /> : t('panel.bulk.note')}
      onClose={close}
      actions={
        <Button
          look="primary"
          refusal={refusal && t(refusal)}
          isBusy={start.isPending || plan.isFetching}
          onClick={() => start.mutate()}
        >
          {willChange > 0 ? t('panel.bulk.submit', { action: submit, ...figures(willChange) }) : submit}
        </Button>
      }
    >
      {error && <Refusal error={error} onRetry={retryOf(plan, start)} />}
      <BulkForm action={action} input={input} wantsReason={wantsReason} />
      <Forecast isChecking={plan.isFetching} preview={planned} />
      {failing.length > 0 && (
        <OutcomeList
          label={planned?.results ? t('panel.bulk.blocked', figures(failing.length)) : t('panel.jobs.many.sample')}
          outcomes={failing}
        />
      )}
      {staying.length > 0 && (
        <OutcomeList
          label={t('panel.jobs.many.noUndo')}
          outcomes={staying.map(({ noUndo, ...each }) => ({ ...each, ...noUndo }))}
        />
      )}
    </Modal>
  );
};

/** How far it can be undone. */
const Lasts = ({ preview: { undoable, noUndo } }: { preview: BulkPreview }) => {
  const { t } = useWords();
  if (!undoable) return t('panel.jobs.many.final');
  return noUndo > 0 ? t('panel.jobs.many.partly', { smart_count: noUndo }) : t('panel.jobs.many.undoable');
};
