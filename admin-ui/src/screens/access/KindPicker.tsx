import { useTranslate } from 'ra-core';
import { resourceLabel } from '../../meta';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { useKinds } from './useKinds';

interface Props {
  value: string;
  /** What stands there while none is chosen. */
  empty?: string;
  onChange: (entity: string | null) => void;
}

/** Of what kind of record one asks, also of those that one may not read oneself. */
export const KindPicker = ({ value, empty = '', onChange }: Props) => {
  const t = useTranslate();
  const kinds = (useKinds() ?? [])
    .map(one => ({ value: one.name, label: t(resourceLabel(one, 'name')) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <Field label={t('panel.access.kind')}>
      <Select value={value} empty={empty} choices={kinds} onChange={onChange} />
    </Field>
  );
};
