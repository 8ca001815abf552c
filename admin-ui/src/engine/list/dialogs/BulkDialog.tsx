import { useMemo } from 'react';
import { Button } from '../../../pieces/Button';
import { Modal } from '../../../pieces/Modal';
import { FieldInput } from '../../form/FieldInput';
import { FormContext } from '../../form/FormContext';
import { useFormValues } from '../../form/useFormValues';
import { actionLabel, inputLabel, useResourceMeta } from '../../meta';
import type { ActionMeta } from '../../meta';
import { useOverride } from '../../override';
import { useOnline } from '../../useOnline';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { BulkSum } from './BulkSum';
import { OutcomeList } from './OutcomeList';
import { Refusal } from './Refusal';
import { useBulk } from './useBulk';
import './outcomes.css';

interface Props {
  action: ActionMeta;
}

const empty = { base: {}, values: {} };
const noInput: [] = [];

/** An action on many records: its input, what it would do to each, and afterwards what it did. */
export const BulkDialog = ({ action }: Props) => {
  const meta = useResourceMeta();
  const { t, number, name, plural } = useWords();
  const { selection, close } = useListUi();
  const online = useOnline();
  const fields = action.input ?? noInput;
  const form = useFormValues(fields, empty);
  const isComplete = fields.every(field => !field.required || hasValue(form.values[field.name]));
  const { ids, plan, run, progress, outcomes } = useBulk(action, form.values, isComplete);
  const Own = useOverride(meta.name).bulk?.[action.name];
  const state = useMemo(
    () => ({
      ...form,
      changed: new Set(form.changed),
      meta,
      labelOf: (field: string) => inputLabel(meta, action.name, field),
      isNew: true,
      isReadOnly: false,
    }),
    [form, meta, action.name],
  );
  const known = outcomes ?? plan.data ?? [];
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
  const error = ids.error ?? plan.error ?? run.error;
  return (
    <Modal
      title={t('panel.bulk.title', {
        action: t(actionLabel(meta, action.name, 'label')),
        count: number(ids.data?.length ?? 0),
        noun: noun(ids.data?.length ?? 0),
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
      {!outcomes && (
        <div className="bulk-form">
          <FormContext value={state}>
            {Own ? (
              <Own ids={selection.everything ? undefined : [...selection.ids]} />
            ) : (
              fields.map(field => <FieldInput key={field.name} source={field.name} field={field} />)
            )}
          </FormContext>
        </div>
      )}
      <BulkSum
        isRunning={run.isPending}
        isChecking={plan.isFetching}
        done={progress}
        of={ids.data?.length ?? 0}
        known={outcomes ?? plan.data}
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

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== '';
