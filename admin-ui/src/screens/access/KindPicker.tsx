import { useTranslate } from 'ra-core';
import { resourceLabel, useMeta } from '../../meta';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';

interface Props {
  value: string;
  /** What stands there while none is chosen. */
  empty?: string;
  onChange: (entity: string | null) => void;
}

/** Of what kind of record one asks. */
export const KindPicker = ({ value, empty = '', onChange }: Props) => {
  const t = useTranslate();
  const { resources } = useMeta();
  const kinds = resources
    .map(one => ({ value: one.name, label: t(resourceLabel(one, 'name')) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <Field label={t('panel.access.kind')}>
      <Select value={value} empty={empty} choices={kinds} onChange={onChange} />
    </Field>
  );
};
