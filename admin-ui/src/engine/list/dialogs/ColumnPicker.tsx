import { Checkbox } from '../../../ui/Checkbox';
import { fieldLabel, useResourceMeta, type ResourceMeta } from '../../../meta';
import { pairOf } from '../../cells/pairs';
import type { AnyOverride } from '../../override';
import { useWords } from '../../useWords';
import type { Column } from '../columns';
import './choices.css';

interface Props {
  /** Names of fields, in the order of the file. */
  picked: string[];
  onChange: (picked: string[]) => void;
}

/** Which fields of the records become columns of a file: any that the reader may see, also those no list shows. */
export const ColumnPicker = ({ picked, onChange }: Props) => {
  const meta = useResourceMeta();
  const { t } = useWords();
  const toggle = (name: string, isOn: boolean) =>
    onChange(isOn ? [...picked, name] : picked.filter(other => other !== name));
  return (
    <fieldset className="choices within fields">
      <legend>{t('panel.export.pick')}</legend>
      {exportable(meta).map(name => (
        <Checkbox
          key={name}
          label={t(fieldLabel(meta, name))}
          isOn={picked.includes(name)}
          onChange={isOn => toggle(name, isOn)}
        />
      ))}
    </fieldset>
  );
};

/** The fields that a file can hold: those of the list first, then the others of a record. */
const exportable = (meta: ResourceMeta) => {
  const held = meta.fields.filter(({ writeOnly, masked }) => !writeOnly && !masked).map(({ name }) => name);
  return [...new Set([...meta.columns, ...meta.hidden, ...held])];
};

/** The fields that the columns of a list show; some show several. */
export const shownFields = (meta: ResourceMeta, { cells = {} }: AnyOverride, columns: Column[]) => {
  const shown = columns.flatMap(({ field }) => {
    const pair = pairOf(meta, field);
    return [field.name, ...(pair ? [pair.other] : []), ...(cells[field.name]?.shows ?? [])];
  });
  return [...new Set(shown)];
};
