import { Suspense, useRef } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Refusal } from '../list/dialogs/Refusal';
import { recordTitle, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useRecordPath } from '../useRecordPath';
import { useCreateStart } from './useCreateStart';
import { useListChanged } from '../useRecordSaved';
import { useWords } from '../useWords';
import type { Values } from './changes';
import { Existing } from './Existing';
import { focusWrong } from './focusWrong';
import { FormScope } from './FormScope';
import { FormSections } from './FormSections';
import { FormWaiting } from './FormWaiting';
import { LeaveDialog } from './LeaveDialog';
import { RestoredNote } from './RestoredNote';
import { useCreate } from './useCreate';
import { useFormLeave } from './useFormLeave';
import { useSavedNotice } from './useSavedNotice';
import { formState, useRecordForm } from './useRecordForm';
import { WrongNote } from './WrongNote';

const nothing = {};

/** The dialog of a new record. When the service refuses it stays open, with the reason inside. */
export const CreateDialog = ({ meta }: { meta: ResourceMeta }) => {
  const t = useTranslate();
  const { name } = useWords();
  const notify = useNotify();
  const say = useSavedNotice();
  const path = useRecordPath();
  const { Detail, Form = FormSections } = useOverride(meta.name);
  const refreshList = useListChanged();
  const place = useRef<HTMLDivElement>(null);
  const { prefilled, back } = useCreateStart(meta);
  const form = useRecordForm(meta, meta.new ?? nothing, 'create', { prefilled });
  const leave = useFormLeave(back ?? path(), path('create').split('?')[0] ?? '', form.changed.length > 0);
  const creating = useCreate({
    meta,
    form,
    onCreated: saved => {
      form.dropDraft();
      refreshList();
      if (Detail && !back)
        notify('panel.form.created', { type: 'success', messageArgs: { title: recordTitle(meta, saved) } });
      else say('panel.form.created', saved, { title: recordTitle(meta, saved) });
      leave.finish(back ?? (Detail && path(saved.id)));
    },
    onWrong: () => focusWrong(place.current),
  });
  return (
    <FormScope value={formState(meta, form, { isNew: true, isReadOnly: false })}>
      <Modal
        title={t('panel.form.createTitle', { name })}
        isTall
        isBusy={creating.isBusy}
        note={<WrongNote count={Object.keys(form.errors).length} />}
        unsaved={0} // its form asks by itself, also when one leaves by the address
        onClose={leave.close}
        actions={
          <Button
            look="primary"
            refusal={creating.isOnline ? undefined : t('panel.list.offline')}
            isBusy={creating.isBusy}
            onClick={creating.save}
          >
            {t('panel.form.create', { name })}
          </Button>
        }
      >
        <div ref={place}>
          <Refused meta={meta} values={form.values} creating={creating} />
          <RestoredNote at={form.restoredAt} onStartAgain={form.startAgain} />
          <Suspense fallback={<FormWaiting />}>
            <Form meta={meta} isNew />
          </Suspense>
        </div>
      </Modal>
      <LeaveDialog leave={leave} form={form} />
    </FormScope>
  );
};

interface RefusedProps {
  meta: ResourceMeta;
  values: Values;
  creating: ReturnType<typeof useCreate>;
}

/** Why the service did not create it, in the resource's own way where it has one, and the record that stands in its way. */
const Refused = ({ meta, values, creating }: RefusedProps) => {
  const { Refused: Own } = useOverride(meta.name);
  const { error, isGeneral, isBusy, retry, saveWith } = creating;
  if (!error) return null;
  const general = isGeneral && <Refusal error={error} onRetry={retry} />;
  return (
    <>
      {Own ? (
        <Own error={error} values={values} isBusy={isBusy} onAgain={saveWith}>
          {general}
        </Own>
      ) : (
        general
      )}
      <Existing error={error} />
    </>
  );
};
