import type { ResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { PlanButton } from '../planned/PlanButton';
import { planOf } from './planOf';
import type { RecordForm } from './useRecordForm';
import { WrongNote } from './WrongNote';

interface Props {
  t: (key: string, params?: Record<string, unknown>) => string;
  meta: ResourceMeta;
  id: string;
  form: RecordForm;
  saving: { save: () => void; isBusy: boolean };
  current: string;
  isOnline: boolean;
  /** Called once the change is planned for a later time, where the records have such changes. */
  onPlanned: () => void;
}

/** What the footer of a form says at the left, and its primary button, which counts the changes. */
export const editFooter = ({ t, meta, id, form, saving, current, isOnline, onPlanned }: Props) => {
  const plan = planOf(meta, id, form, onPlanned);
  const wrong = Object.keys(form.errors).length;
  const count = form.changed.length;
  const nothing = count === 0 ? t('panel.form.nothing') : undefined;
  const note = current === 'history' ? t('panel.history.note') : undefined;
  return {
    note: wrong > 0 ? <WrongNote count={wrong} /> : note,
    actions:
      current === 'details' || count > 0 ? (
        <>
          {plan && count > 0 && (
            <PlanButton
              call={plan.call}
              refusal={isOnline ? undefined : t('panel.list.offline')}
              onPlanned={plan.onPlanned}
            />
          )}
          <Button
            look="primary"
            refusal={isOnline ? nothing : t('panel.list.offline')}
            isBusy={saving.isBusy}
            onClick={saving.save}
          >
            {count === 0 ? t('panel.form.save') : t('panel.form.saveCount', { smart_count: count })}
          </Button>
        </>
      ) : undefined,
  };
};
