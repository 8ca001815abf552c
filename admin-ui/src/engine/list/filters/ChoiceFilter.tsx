import { useTranslate } from 'ra-core';
import { enumText, useMeta } from '../../../meta';
import type { FilterProps } from './FilterProps';
import { PickerButton } from './PickerButton';
import { useFilter } from './useFilter';

/** Filters by one value of an enumeration, or by several; a yes-or-no field is an enumeration of two. */
export const ChoiceFilter = ({ filter, label }: FilterProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const [value, set] = useFilter(filter.name);
  const isBool = filter.kind === 'bool';
  const options = isBool
    ? [true, false].map(each => ({ value: each, text: t(each ? 'panel.cell.yes' : 'panel.cell.no') }))
    : (meta.enums?.[filter.enum ?? ''] ?? []).map(each => ({
        value: each,
        text: t(enumText(meta, filter.enum ?? '', each)),
      }));
  const chosen = value === undefined ? [] : [value].flat();
  const shown = options.filter(option => chosen.includes(option.value)).map(option => option.text);
  return (
    <PickerButton
      label={label}
      shown={shown.join(', ')}
      none={t('panel.filter.any')}
      picker={{
        options,
        chosen,
        many: filter.many === true,
        onChoose: values => set(filter.many ? values : values[0]),
      }}
    />
  );
};
