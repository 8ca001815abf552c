import { Suspense, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { DiscardDialog } from '../../ui/DiscardDialog';
import { Modal } from '../../ui/Modal';
import { HttpError, request } from '../../providers/http';
import { Refusal } from '../list/dialogs/Refusal';
import { fieldLabel, fieldOf, recordTitle, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useOnline } from '../useOnline';
import { useRecordPath } from '../useRecordPath';
import { useListChanged, type Saved } from '../useRecordSaved';
import { useWords } from '../useWords';
import { Existing } from './Existing';
import { payloadOf, type Values } from './changes';
import { focusWrong } from './focusWrong';
import { FormScope } from './FormScope';
import { FormSections } from './FormSections';
import { FormWaiting } from './FormWaiting';
import { idempotencyKeys } from './idempotencyKeys';
import { RestoredNote } from './RestoredNote';
import { retryOf } from './retryOf';
import { unwrapped } from './unwrapped';
import { useFormLeave } from './useFormLeave';
import { useFormStart, useKeepDraft } from './useDraft';
import { useFormValues } from './useFormValues';
import { WrongNote } from './WrongNote';

const nothing = {};

/** The dialog of a new record. When the service refuses it stays open, with the reason inside. */
export const CreateDialog = ({ meta }: { meta: ResourceMeta }) => {
  const t = useTranslate();
  const { name } = useWords();
  const notify = useNotify();
  const path = useRecordPath();
  const { Detail, Refused } = useOverride(meta.name);
  const askAgain = useListChanged();
  const place = useRef<HTMLDivElement>(null);
  const isOnline = useOnline();
  const [keyFor] = useState(idempotencyKeys);
  const [hasGeneral, setGeneral] = useState(false);
  const { draft, restored, start, forget } = useFormStart(meta.new ?? nothing, meta.name, 'create');
  const fields = meta.form.flatMap(section => section.fields.flatMap(each => fieldOf(meta, each) ?? []));
  const form = useFormValues(fields, start);
  useKeepDraft(draft, form);
  const leave = useFormLeave(path(), path('create').split('?')[0] ?? '', form.changed.length > 0);
  const run = useMutation({
    mutationFn: async (more: Values) => {
      const payload = { ...filled(form.values, form.names), ...payloadOf(form.values, form.changed), ...more };
      const body = meta.create?.wrap ? { [meta.create.wrap]: payload } : payload;
      const headers = { 'idempotency-key': keyFor(JSON.stringify(body)) };
      return (await request<Saved>('POST', meta.create?.path ?? meta.path, { body, headers })).data;
    },
    onMutate: () => setGeneral(false),
    onSuccess: saved => {
      draft.drop();
      askAgain();
      notify('panel.form.created', { type: 'success', messageArgs: { title: recordTitle(meta, saved) } });
      leave.finish(Detail && path(saved.id));
    },
    onError: error => {
      setGeneral(!(error instanceof HttpError) || form.take(unwrapped(error, meta.create?.wrap)));
      focusWrong(place.current);
    },
  });
  const save = () => {
    if (run.isPending || !isOnline) return;
    if (form.check()) run.mutate(nothing);
    else focusWrong(place.current);
  };
  const general = hasGeneral && run.error && <Refusal error={run.error} onRetry={retryOf(run)} />;
  const state = {
    ...form,
    meta,
    labelOf: (field: string) => fieldLabel(meta, field),
    isNew: true,
    isReadOnly: false,
    changed: new Set(form.changed),
  };
  return (
    <FormScope value={state}>
      <Modal
        title={t('panel.form.createTitle', { name })}
        isTall
        isBusy={run.isPending}
        note={<WrongNote count={Object.keys(form.errors).length} />}
        onClose={leave.close}
        actions={
          <Button
            look="primary"
            refusal={isOnline ? undefined : t('panel.list.offline')}
            isBusy={run.isPending}
            onClick={save}
          >
            {t('panel.form.create', { name })}
          </Button>
        }
      >
        <div ref={place}>
          {run.error && Refused ? (
            <Refused error={run.error} values={form.values} isBusy={run.isPending} onAgain={run.mutate}>
              {general}
            </Refused>
          ) : (
            general
          )}
          {run.error && <Existing error={run.error} />}
          <RestoredNote
            at={restored?.at}
            onStartAgain={() => {
              forget();
              form.reset({ base: meta.new ?? nothing, values: meta.new ?? nothing });
            }}
          />
          <Suspense fallback={<FormWaiting />}>
            <FormSections meta={meta} isNew />
          </Suspense>
        </div>
      </Modal>
      {leave.isAsking && (
        <DiscardDialog
          count={form.changed.length}
          onKeep={leave.keep}
          onDiscard={() => {
            draft.drop();
            leave.discard();
          }}
        />
      )}
    </FormScope>
  );
};

/** What a new record says: also the values it started with. */
const filled = (values: Values, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap(name => (values[name] === undefined || values[name] === null ? [] : [[name, values[name]]])),
  );
