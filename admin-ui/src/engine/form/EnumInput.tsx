import { useTranslate } from 'ra-core';
import { Select } from '../../ui/Select';
import { enumText, useMeta } from '../../meta';
import type { KindInputProps } from './KindInputProps';

/** One value of an enumeration. */
export const EnumInput = ({ field, value, onChange }: KindInputProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const name = field.enum ?? '';
  const choices = (meta.enums?.[name] ?? []).map(each => ({ value: each, label: t(enumText(meta, name, each)) }));
  const chosen = value === null || value === undefined ? '' : String(value);
  return (
    <Select
      value={chosen}
      choices={choices}
      {...(!field.required && { empty: t('panel.pick.none') })}
      onChange={next => onChange(next === '' ? null : next)}
    />
  );
};
