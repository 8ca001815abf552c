import { useRef } from 'react';
import { useNavigate, useTranslate } from 'ra-core';
import { Avatar } from '../../ui/Avatar';
import { Modal } from '../../ui/Modal';
import { Tabs } from '../../ui/Tabs';
import { recordTitle, resourceLabel, satisfies, type ResourceMeta } from '../../meta';
import { useOnline } from '../useOnline';
import { useRecordPath } from '../useRecordPath';
import { useListChanged, useRecordSaved, type Saved } from '../useRecordSaved';
import { EditBody } from './EditBody';
import { editFooter } from './editFooter';
import { focusWrong } from './focusWrong';
import { FormHead } from './FormHead';
import { FormScope } from './FormScope';
import { LeaveDialog } from './LeaveDialog';
import { MergeDialog } from './MergeDialog';
import { RecordBar } from './RecordBar';
import { isTrashed } from './trashed';
import { useFormLeave } from './useFormLeave';
import { useStayOpen } from './useStayOpen';
import { formState, useRecordForm, type RecordForm } from './useRecordForm';
import { useSavedNotice } from './useSavedNotice';
import { useSave } from './useSave';
import { useTabs } from './useTabs';
import { useUnknownTab } from './useUnknownTab';

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
  const navigate = useNavigate();
  const path = useRecordPath();
  const body = useRef<HTMLDivElement>(null);
  const isOnline = useOnline();
  const id = String(record.id);
  const form = useRecordForm(meta, record, id, { isGone: isTrashed(meta, record) });
  const own = place?.own ?? path(id).split('?')[0] ?? '';
  const leave = useFormLeave(place?.home ?? path(), own, form.changed.length > 0);
  const { tabs, home, current, size, isWorkplace } = useTabs(meta, record, tab, form);
  const show = (name: string) => !place && navigate(path(id, name === home ? undefined : name), { replace: true });
  useUnknownTab(place || tabs.some(({ name }) => name === tab) ? undefined : tab, () => show(home));
  const { afterAction, afterSave } = useStayOpen(form, onAgain);
  const saving = useSave({
    meta,
    id,
    form,
    onSaved: useSaved(meta, id, form, saved => (isWorkplace ? afterSave(saved) : leave.finish())),
    onWrong: hasWrongFields => {
      const toDetails = () => show('details');
      if (!isWorkplace) toDetails();
      // what one works in is left only for a field that is not in it
      focusWrong(body.current, isWorkplace && hasWrongFields ? toDetails : undefined);
    },
  });
  const isReadOnly = isTrashed(meta, record) || !meta.can.includes('update') || !satisfies(meta.editable, record);
  return (
    <FormScope value={formState(meta, form, { isNew: false, isReadOnly })}>
      <Modal
        title={recordTitle(meta, record)}
        mark={meta.initials && <Avatar name={recordTitle(meta, record)} image={logoOf(meta, record)} />}
        sub={<FormHead meta={meta} record={record} />}
        bar={!place && <RecordBar meta={meta} record={record} onDone={afterAction} onDeleted={leave.finish} />}
        {...(!place && {
          tabs: (
            <Tabs
              label={t(resourceLabel(meta, 'name'))}
              panel="form-panel"
              tabs={tabs}
              current={current}
              onSelect={show}
            />
          ),
          panel: { id: 'form-panel', tab: `form-panel-${current}`, isReadOnly },
        })}
        size={size}
        isTall
        isBusy={saving.isBusy}
        unsaved={0} // its form asks by itself, also when one leaves by the address
        onClose={leave.close}
        cancelLabel={t(form.changed.length === 0 ? 'panel.modal.close' : 'panel.modal.cancel')}
        {...(!isReadOnly && editFooter({ t, meta, id, form, saving, current, isOnline, onPlanned: leave.finish }))}
      >
        <div ref={body}>
          <EditBody
            meta={meta}
            record={record}
            tab={current}
            error={saving.error}
            onRetry={saving.retry}
            restoredAt={form.restoredAt}
            onStartAgain={form.startAgain}
            onDone={afterAction}
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
      <LeaveDialog leave={leave} form={form} />
    </FormScope>
  );
};

/** The picture of a record, where one was sent. */
const logoOf = (meta: ResourceMeta, record: Saved) => {
  const field = meta.fields.find(({ kind, many }) => kind === 'image' && !many);
  const image = field && record[field.name];
  return typeof image === 'string' && image !== '' ? image : undefined;
};

/** What follows once a record is saved: the screens below show it, it is said, and the form is left, or goes on. */
const useSaved = (meta: ResourceMeta, id: string, form: RecordForm, next: (saved: Saved) => void) => {
  const say = useSavedNotice();
  const put = useRecordSaved();
  const refreshList = useListChanged();
  return (saved: Saved, count: number) => {
    form.dropDraft();
    put(saved);
    if (String(saved.id) !== id) refreshList(); // it was saved as a record of its own
    say('panel.form.saved', saved, { smart_count: count, title: recordTitle(meta, saved) });
    next(saved);
  };
};
