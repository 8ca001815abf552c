import type { ReactNode } from 'react';
import { useGetIdentity, useParams, useTranslate } from 'ra-core';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { HttpError } from '../../providers/httpError';
import { Refusal } from '../list/dialogs/Refusal';
import { resourceLabel, useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useRecordPath } from '../useRecordPath';
import { CreateDialog } from './CreateDialog';
import { EditDialog, type Place } from './EditDialog';
import { FormWaiting } from './FormWaiting';
import { inputOf } from './ObjectInput';
import { retryOf } from './retryOf';
import { useFormLeave } from './useFormLeave';
import { useStoredRecord } from './useStoredRecord';

interface FormProps {
  /** Keeps the place of what stands beside the list. */
  waiting?: ReactNode;
}

/** The form over the list: a new record, or the one in the address. */
export const FormDialog = ({ waiting = null }: FormProps) => {
  const meta = useResourceMeta();
  const { id, tab: name, '*': rest } = useParams<{ id?: string; tab?: string; '*'?: string }>();
  const tab = name && rest ? `${name}/${rest}` : name; // a tab of no record, which is said
  const { isPending } = useGetIdentity({ networkMode: 'always' }); // drafts are kept by person; who one is, is known here
  const { Detail } = useOverride(meta.name);
  if (isPending) return waiting;
  if (id === undefined) return <CreateDialog meta={meta} />;
  return Detail ? <Detail id={id} tab={tab} /> : <StoredForm key={id} id={id} tab={tab ?? ''} />;
};

interface Props {
  id: string;
  tab: string;
  place?: Place;
}

/** The form of the stored record with this id. With a place of its own it stands over another page of the record, without tabs. */
export const StoredForm = ({ id, tab, place }: Props) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const path = useRecordPath();
  const { Head, Overview, facts, inputs, tabs } = useOverride(meta.name);
  const override = { Head, Overview, facts, inputs, tabs };
  const { close } = useFormLeave(place?.home ?? path(), path(id).split('?')[0] ?? '', false);
  const stored = useStoredRecord(id, [override, meta.fields.map(({ kind }) => inputOf(kind))]);
  if (stored.data) {
    const again = async () => (await stored.refetch()).data;
    return <EditDialog meta={meta} record={stored.data} tab={tab} place={place} onAgain={again} />;
  }
  return (
    <Modal title={t(resourceLabel(meta, 'name'))} isTall cancelLabel={t('panel.modal.close')} onClose={close}>
      {stored.error && <Missing error={stored.error} onRetry={retryOf(stored)} />}
      {stored.isPending && (stored.isPaused ? <Offline /> : <FormWaiting />)}
    </Modal>
  );
};

const Missing = ({ error, onRetry }: { error: Error; onRetry: (() => void) | undefined }) => {
  const t = useTranslate();
  if (error instanceof HttpError && error.status === 404) {
    return <Empty title={t('panel.form.missing')}>{t('panel.form.missingText')}</Empty>;
  }
  return <Refusal error={error} onRetry={onRetry} />;
};

const Offline = () => {
  const t = useTranslate();
  return <Empty title={t('panel.form.offline')}>{t('panel.form.offlineText')}</Empty>;
};
