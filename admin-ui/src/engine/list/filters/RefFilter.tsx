import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { fetchPage } from '../../fetchPage';
import { findResource, useMeta } from '../../../meta';
import type { FilterProps } from './FilterProps';
import { PickerButton } from './PickerButton';
import { useFilter } from './useFilter';
import type { Lookup } from './useLookup';

/** Filters by a record of another resource, looked up by its name. */
export const RefFilter = ({ filter, label }: FilterProps) => {
  const target = findResource(useMeta(), filter.ref ?? '');
  return target ? (
    <LookupFilter filter={filter} label={label} lookup={{ path: target.path, title: target.title, value: 'id' }} />
  ) : null;
};

/** Filters by a record of the resource that the kind of the filter names. The service takes its name or its id. */
export const NamedFilter = ({ filter, label }: FilterProps) => {
  const target = findResource(useMeta(), filter.kind);
  if (!target) return null;
  const value = filter.name.endsWith('Name') ? target.title : 'id';
  return <LookupFilter filter={filter} label={label} lookup={{ path: target.path, title: target.title, value }} />;
};

const LookupFilter = ({ filter, label, lookup }: FilterProps & { lookup: Lookup }) => {
  const t = useTranslate();
  const [value, set] = useFilter(filter.name);
  const [picked, setPicked] = useState<{ value: unknown; text: string }>();
  const isPicked = picked?.value === value;
  const { data } = useQuery({
    queryKey: ['lookup', lookup.path, 'id', value],
    queryFn: async () => (await fetchPage(lookup.path, { filter: { id: value }, limit: 1 })).results[0] ?? null,
    enabled: value !== undefined && lookup.value === 'id' && !isPicked,
    staleTime: 300_000,
  });
  const text = lookup.value === lookup.title ? value : isPicked ? picked?.text : data?.[lookup.title];
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
