import { useTranslate } from 'ra-core';
import type { FilterProps } from './FilterProps';
import { PickerButton } from './PickerButton';
import { useFilter } from './useFilter';
import type { Lookup } from './useLookup';

/** Filters by several things that are found by typing, each of which is its own word. */
export const ManyLookupFilter = ({ filter, label, lookup }: FilterProps & { lookup: Lookup }) => {
  const t = useTranslate();
  const [value, set] = useFilter(filter.name);
  const chosen = value === undefined ? [] : [value].flat();
  return (
    <PickerButton
      label={label}
      shown={chosen.join(', ')}
      none={t('panel.filter.any')}
      picker={{ lookup, chosen, many: true, onChoose: set }}
    />
  );
};
