import { useTranslate } from 'ra-core';
import { DifferenceCells, TextDifference } from '../../ui/Difference';
import { IconButton } from '../../ui/IconButton';
import { goingWith } from '../form/amounts';
import { useFormState } from '../form/FormContext';
import { fieldLabel, fieldOf, type ResourceMeta } from '../../meta';
import { useDifferenceTexts } from './useDifferenceTexts';
import { isEditable } from './version';

interface Props {
  meta: ResourceMeta;
  name: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The record as it was before, as far as that is known: amounts come back with their currency. */
  then: Record<string, unknown>;
  /** Its values were forgotten with the person. */
  isGone: boolean;
  onRestore: (field: string, value: unknown) => void;
}

const longKinds = new Set(['longtext', 'html']);

/** One field before and after. What can be edited can be put back into the form. */
export const FieldChange = ({ meta, name, before, after, then, isGone, onRestore }: Props) => {
  const t = useTranslate();
  const form = useFormState();
  const field = fieldOf(meta, name);
  const [old, now] = useDifferenceTexts(field, name, { ...then, ...before }, { ...then, ...after });
  const label = t(fieldLabel(meta, name));
  if (isGone) {
    return (
      <div className="df-r">
        <span className="df-f">{label}</span>
        <span className="t2">{t('audit.entry.gone')}</span>
      </div>
    );
  }
  const restoreAll = () => {
    const was = { ...then, ...before };
    for (const one of goingWith(meta.fields, name, was, form.values)) {
      if (isEditable(meta, fieldOf(meta, one))) onRestore(one, was[one] ?? null);
    }
  };
  const canRestore = !form.isReadOnly && isEditable(meta, field);
  const restore = canRestore && (
    <IconButton
      icon="undo"
      small
      label={t('panel.history.restore', { field: label, value: old || t('panel.difference.empty') })}
      onClick={restoreAll}
    />
  );
  const isLong = field && longKinds.has(field.kind) && old !== '' && now !== '';
  return (
    <div className={`df-r ${isLong ? 'long' : ''}`}>
      <span className="df-f">{label}</span>
      {isLong ? <TextDifference before={old} after={now} /> : <DifferenceCells before={old} after={now} />}
      <span className="df-u">{restore}</span>
    </div>
  );
};
