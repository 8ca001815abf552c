import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { FilterProps } from './FilterProps';
import type { Option } from './option';
import { PickerButton } from './PickerButton';
import { useFilter } from './useFilter';
import type { Lookup } from './useLookup';

/** Filters by one thing that is found by typing, and says it in words wherever it was set. */
export const LookupFilter = ({ filter, label, lookup }: FilterProps & { lookup: Lookup }) => {
  const t = useTranslate();
  const [value, set] = useFilter(filter.name);
  const [picked, setPicked] = useState<Option>();
  const isPicked = picked !== undefined && picked.value === value;
  const { data } = useQuery({
    queryKey: ['lookup', lookup.key, 'one', String(value)],
    queryFn: async ({ signal }) => (await lookup.textOf(String(value), signal)) ?? null,
    enabled: value !== undefined && !isPicked,
    staleTime: 300_000,
  });
  const text = isPicked ? picked.text : data;
  return (
    <PickerButton
      label={label}
      shown={value === undefined ? '' : String(text ?? value)}
      none={t('panel.filter.all')}
      picker={{
        lookup,
        chosen: value === undefined ? [] : [value],
        many: false,
        onChoose: (values, [chosen = '']) => {
          setPicked({ value: values[0], text: chosen });
          set(values[0]);
        },
      }}
    />
  );
};
