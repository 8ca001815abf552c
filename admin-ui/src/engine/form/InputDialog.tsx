import { useRef, useState, type ComponentType } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { HttpError } from '../../providers/httpError';
import { Refusal } from '../list/dialogs/Refusal';
import { actionLabel, inputLabel, recordTitle, useResourceMeta, type ActionMeta } from '../../meta';
import type { DialogProps, InputProps } from '../overrideProps';
import { useOnline } from '../useOnline';
import { callAction } from './callAction';
import { FieldInput } from './FieldInput';
import { focusWrong } from './focusWrong';
import { FormScope } from './FormScope';
import { idempotencyKeys } from './idempotencyKeys';
import { retryOf } from './retryOf';
import { useDone } from './useDone';
import { useFormValues } from './useFormValues';
import { useSeen } from './useSeen';
import { WrongNote } from './WrongNote';
import { textIfAny } from '../../providers/textIfAny';
import './form.css';

interface Props extends DialogProps {
  action: ActionMeta;
  /** By the name of the input, where that of its kind says too little. */
  inputs?: Partial<Record<string, ComponentType<InputProps>>>;
}

interface Result {
  message?: string;
  id?: unknown;
  version?: unknown;
}

const nothing = { base: {}, values: {} };

/** The dialog drawn from the typed input of an action. */
export const InputDialog = ({ action, inputs, record: opened, onClose, onDone }: Props) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const reportDone = useDone();
  const place = useRef<HTMLDivElement>(null);
  const isOnline = useOnline();
  const [keyFor] = useState(idempotencyKeys);
  const { record, again, meet } = useSeen(opened);
  const fields = (action.input ?? []).filter(({ name }) => name !== 'id' && name !== 'version');
  const form = useFormValues(fields, nothing);
  const run = useMutation({
    mutationFn: () =>
      callAction<Result>({
        action,
        record,
        input: form.values,
        key: keyFor(JSON.stringify([form.values, record['version']])),
      }),
    onSuccess: result => {
      const done = { action: action.name, id: String(record['id']), version: result?.version };
      reportDone(result?.message ?? actionLabel(meta, action.name, 'done'), action.undo && done);
      return onDone(result?.id === undefined ? undefined : { ...result });
    },
    onError: error => {
      if (meet(error)) return;
      if (error instanceof HttpError) form.showFailure(error);
      focusWrong(place.current);
    },
  });
  const text = textIfAny(t, [actionLabel(meta, action.name, 'text')]); // what asks nothing may say what it does
  const submit = () => {
    if (run.isPending || !isOnline) return;
    if (form.check()) run.mutate();
    else focusWrong(place.current);
  };
  const state = {
    ...form,
    base: record,
    meta,
    labelOf: (name: string) => inputLabel(meta, action.name, name),
    isNew: true,
    isReadOnly: false,
    changed: new Set<string>(),
  };
  return (
    <FormScope value={state}>
      <Modal
        title={t(actionLabel(meta, action.name, 'title'))}
        sub={recordTitle(meta, record)}
        isBusy={run.isPending}
        unsaved={form.changed.length}
        note={<WrongNote count={Object.keys(form.errors).length} />}
        onClose={onClose}
        actions={
          <Button
            look="primary"
            refusal={isOnline ? undefined : t('panel.list.offline')}
            isBusy={run.isPending}
            onClick={submit}
          >
            {t(actionLabel(meta, action.name, 'submit'))}
          </Button>
        }
      >
        <div ref={place}>
          {run.error && !(run.error instanceof HttpError && run.error.status === 422) && (
            <Refusal error={run.error} onRetry={retryOf(run)} then={again} />
          )}
          {text && <p>{text}</p>}
          <div className="g2">
            {fields.map(field => {
              const Input = inputs?.[field.name] ?? FieldInput;
              return <Input key={field.name} source={field.name} field={field} />;
            })}
          </div>
        </div>
      </Modal>
    </FormScope>
  );
};
