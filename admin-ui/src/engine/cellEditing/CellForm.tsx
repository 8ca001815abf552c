import { useRef, type KeyboardEvent } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { Note } from '../../ui/Note';
import { recordTitle, type FieldMeta, type ResourceMeta } from '../../meta';
import { focusWrong } from '../form/focusWrong';
import { FormField } from '../form/FormField';
import { FormScope } from '../form/FormScope';
import { MergeDialog } from '../form/MergeDialog';
import { toastStays } from '../form/useDone';
import { useErrorTexts } from '../form/useFailureText';
import { useFormValues } from '../form/useFormValues';
import { formFields, formState } from '../form/useRecordForm';
import { useSave } from '../form/useSave';
import { useErrorToast } from '../useErrorToast';
import { useOnline } from '../useOnline';
import { useRecordSaved, type Saved } from '../useRecordSaved';
import type { Next } from './cellAddress';
import { stepsWithin, useFocusWithin } from './cellFocus';
import { EditedToast } from './EditedToast';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  fields: FieldMeta[];
  onClose: (next: Next) => void;
  /** The edit was taken back from its toast, which had the focus. */
  onUndone: () => void;
}

/** The inputs of a cell: the form of its record, of which only these are in sight. Leaving them saves. */
export const CellForm = ({ meta, record, fields, onClose, onUndone }: Props) => {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  const next = useRef<Next>('stay');
  const isOnline = useOnline();
  const put = useRecordSaved();
  const notify = useNotify();
  const showError = useErrorToast();
  const form = useFormValues(formFields(meta), { base: record, values: record }, meta.checks);
  const saving = useSave({
    meta,
    id: String(record.id),
    form,
    onSaved: (saved, count) => {
      put(saved);
      if (count > 0) {
        const { base: before, changed } = form;
        const undone = (now: Saved) => {
          put(now);
          onUndone();
        };
        const toast = <EditedToast meta={meta} saved={saved} before={before} changed={changed} onUndone={undone} />;
        notify(toast, { type: 'success', multiLine: true, autoHideDuration: toastStays });
      }
      onClose(next.current);
    },
    onWrong: () => {
      if (next.current !== 'leave') focusWrong(frame.current);
      else showError(undefined, { say: t('panel.cellEdit.notSaved', { title: recordTitle(meta, record) }) });
    },
  });
  const finish = (then: Next) => {
    if (saving.isBusy || saving.stale) return;
    next.current = then;
    if (form.changed.length === 0) onClose(then);
    else saving.save();
  };
  const focus = useFocusWithin(frame, () => finish('leave'));
  const press = (event: KeyboardEvent) => {
    event.stopPropagation(); // or a letter would be a key of the list
    const act = event.defaultPrevented || saving.stale ? undefined : stepOf(event);
    if (!act) return;
    event.preventDefault();
    if (act === 'cancel') onClose('stay');
    else finish(act);
  };
  return (
    <FormScope value={formState(meta, form, { isNew: false, isReadOnly: false })}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches the keys of the inputs inside */}
      <div
        ref={frame}
        className={fields.length === 1 ? 'cell-form one' : 'cell-form'}
        aria-busy={saving.isBusy}
        onKeyDown={press}
        onClick={event => event.stopPropagation()} // or the row would open
        {...focus}
      >
        {fields.map(field => (
          <FormField key={field.name} field={field} />
        ))}
        <Problems meta={meta} fields={fields} errors={form.errors} error={saving.error} isOnline={isOnline} />
      </div>
      {saving.stale && (
        <MergeDialog meta={meta} stale={saving.stale} onDecide={saving.decide} onClose={saving.giveUp} />
      )}
    </FormScope>
  );
};

/** What a key asks of the editor; undefined where it belongs to the input. */
const stepOf = (event: KeyboardEvent): Next | 'cancel' | undefined => {
  const { key, shiftKey, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || target.closest('[role="dialog"], [role="listbox"]')) return undefined;
  if (key === 'Escape') return 'cancel';
  if (key === 'Enter') return target.matches('button') || (shiftKey && target.matches('textarea')) ? undefined : 'stay';
  if (key !== 'Tab' || stepsWithin(currentTarget, target, shiftKey)) return undefined;
  return shiftKey ? 'previous' : 'next';
};

interface ProblemsProps {
  meta: ResourceMeta;
  fields: FieldMeta[];
  errors: Readonly<Record<string, string>>;
  error: Error | null;
  isOnline: boolean;
}

/** What is wrong and stands at none of the inputs in sight. */
const Problems = ({ meta, fields, errors, error, isOnline }: ProblemsProps) => {
  const t = useTranslate();
  const textsOf = useErrorTexts();
  const isHere = (path: string) =>
    fields.some(({ name }) => path === name || (/^[.[]/.test(path.slice(name.length)) && path.startsWith(name)));
  const elsewhere = Object.entries(errors).filter(([path]) => !isHere(path));
  const texts = [
    ...(isOnline ? [] : [t('panel.list.offline')]),
    ...elsewhere.map(
      ([path, text]) => `${t(`resources.${meta.name}.fields.${path.replace(/\[\d+\]/g, '')}`)}: ${text}`,
    ),
    ...(error && elsewhere.length === 0 ? textsOf(error) : []),
  ];
  if (texts.length === 0) return null;
  return (
    <Note tone="bad" isNews>
      {texts.join(' ')}
    </Note>
  );
};
