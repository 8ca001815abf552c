import { useRef } from 'react';
import { useNavigate, useNotify, useTranslate } from 'ra-core';
import { DiscardDialog } from '../../ui/DiscardDialog';
import { Modal } from '../../ui/Modal';
import { Tabs } from '../../ui/Tabs';
import { fieldLabel, fieldOf, recordTitle, resourceLabel, type ResourceMeta } from '../../meta';
import { useOnline } from '../useOnline';
import { useRecordPath } from '../useRecordPath';
import { useListChanged, useRecordSaved, type Saved } from '../useRecordSaved';
import { EditBody } from './EditBody';
import { editFooter } from './editFooter';
import { focusWrong } from './focusWrong';
import { FormHead } from './FormHead';
import { FormScope } from './FormScope';
import { MergeDialog } from './MergeDialog';
import { RecordMenu } from './RecordMenu';
import { isTrashed } from './trashed';
import { useFormLeave } from './useFormLeave';
import { useFormStart, useKeepDraft } from './useDraft';
import { useFormValues } from './useFormValues';
import { useSave } from './useSave';
import { useTabs } from './useTabs';

/** Where a form stands that is not the page of its record: its own path, and where it leads back to. */
export interface Place {
  home: string;
  own: string;
}

interface Props {
  meta: ResourceMeta;
  record: Saved;
  tab: string;
  place?: Place | undefined;
  /** Asks the service for the record again. */
  onAgain: () => Promise<Saved | undefined>;
}

/** The dialog of a stored record: its form, its history and what one can do with it. */
export const EditDialog = ({ meta, record, tab, place, onAgain }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const path = useRecordPath();
  const put = useRecordSaved();
  const askAgain = useListChanged();
  const body = useRef<HTMLDivElement>(null);
  const isOnline = useOnline();
  const id = String(record.id);
  const { draft, restored, start, forget } = useFormStart(record, meta.name, id, isTrashed(meta, record));
  const fields = meta.form.flatMap(section => section.fields.flatMap(name => fieldOf(meta, name) ?? []));
  const form = useFormValues(fields, start);
  useKeepDraft(draft, form);
  const own = place?.own ?? path(id).split('?')[0] ?? '';
  const leave = useFormLeave(place?.home ?? path(), own, form.changed.length > 0);
  const { tabs, current } = useTabs(meta, record, tab);
  const show = (name: string) => !place && navigate(path(id, name === 'details' ? undefined : name), { replace: true });
  const saving = useSave({
    meta,
    id,
    form,
    onSaved: (saved, count) => {
      draft.drop();
      put(saved);
      if (String(saved.id) !== id) askAgain(); // it was saved as a record of its own
      notify('panel.form.saved', {
        type: 'success',
        messageArgs: { smart_count: count, title: recordTitle(meta, saved) },
      });
      leave.finish();
    },
    onWrong: () => {
      show('details');
      focusWrong(body.current);
    },
  });
  const name = t(resourceLabel(meta, 'name'));
  const isReadOnly = isTrashed(meta, record) || !meta.can.includes('update');
  const startAgain = (values: Saved) => {
    forget();
    form.reset({ base: values, values });
  };
  const acted = async (saved?: Saved) => {
    if (saved) put(saved);
    const fresh = await onAgain();
    if (fresh)
      form.reset({
        base: fresh,
        values: { ...fresh, ...Object.fromEntries(form.changed.map(name => [name, form.values[name]])) },
      });
  };
  const state = {
    ...form,
    meta,
    labelOf: (name: string) => fieldLabel(meta, name),
    isNew: false,
    isReadOnly,
    changed: new Set(form.changed),
  };
  return (
    <FormScope value={state}>
      <Modal
        title={recordTitle(meta, record)}
        sub={<FormHead meta={meta} record={record} />}
        bar={!place && <RecordMenu meta={meta} record={record} onDone={acted} onDeleted={leave.finish} />}
        {...(!place && {
          tabs: <Tabs label={name} panel="form-panel" tabs={tabs} current={current} onSelect={show} />,
          panel: { id: 'form-panel', tab: `form-panel-${current}` },
        })}
        isTall
        isBusy={saving.isBusy}
        onClose={leave.close}
        cancelLabel={t(form.changed.length === 0 ? 'panel.modal.close' : 'panel.modal.cancel')}
        {...(!isReadOnly && editFooter({ t, form, saving, current, isOnline }))}
      >
        <div ref={body}>
          <EditBody
            meta={meta}
            record={record}
            tab={current}
            error={saving.error}
            onRetry={saving.retry}
            restoredAt={restored?.at}
            onStartAgain={() => startAgain(record)}
            onDone={acted}
            onRestore={(name, value) => {
              form.set(name, value);
              show('details');
            }}
          />
        </div>
      </Modal>
      {saving.stale && (
        <MergeDialog meta={meta} stale={saving.stale} onDecide={saving.decide} onClose={saving.giveUp} />
      )}
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
