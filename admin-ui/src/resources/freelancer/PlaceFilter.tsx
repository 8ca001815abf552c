import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'ra-core';
import type { FilterProps } from '../../engine/list/filters/FilterProps';
import { PickerButton } from '../../engine/list/filters/PickerButton';
import { TypedLine } from '../../engine/list/filters/TypedLine';
import { useFilter } from '../../engine/list/filters/useFilter';
import { nameOf } from '../../format/format';
import type { CountryChoice } from '../../generated/answers';
import { request } from '../../providers/http';

/** Filters by the country of somebody's address, and by how its postal code begins: "DE 80". */
export const PlaceFilter = ({ filter, label }: FilterProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [value, set] = useFilter(filter.name);
  const [country = '', ...rest] = typeof value === 'string' ? value.split(' ') : [];
  const { data = [] } = useQuery({
    queryKey: ['country', locale],
    queryFn: async ({ signal }) =>
      (await request<{ results: CountryChoice[] }>('GET', `/api/country?locale=${locale}`, { signal })).data.results,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <PickerButton
        label={label}
        shown={country && nameOf(locale, 'region', country)}
        none={t('panel.filter.any')}
        picker={{
          options: data.map(({ code, name }) => ({ value: code, text: name })),
          chosen: country ? [country] : [],
          many: false,
          onChoose: ([code]) => set(code),
        }}
      />
      {country && (
        <TypedLine
          label={t('freelancer.find.postalCode')}
          given={rest.join(' ')}
          onChange={code => set(`${country} ${code}`.trim())}
        />
      )}
    </>
  );
};
