import { useQueryClient } from '@tanstack/react-query';
import { useLocaleState } from 'ra-core';
import { nameOf } from '../format/format';
import { request } from '../providers/http';
import { Combobox } from './Combobox';
import type { Search } from './useSearch';
import type { CountryChoice } from '../generated/answers';

interface Props {
  value: string | null | undefined;
  onChange: (code: string | null) => void;
  onBlur?: () => void;
  label?: string;
}

/** A country, found by its name in the reader's language. */
export const CountrySelect = ({ value, onChange, ...rest }: Props) => {
  const [locale] = useLocaleState();
  const client = useQueryClient();
  const search: Search = async text => {
    const { results } = await client.fetchQuery({
      queryKey: ['country', locale],
      queryFn: async ({ signal }) =>
        (await request<{ results: CountryChoice[] }>('GET', `/api/country?locale=${locale}`, { signal })).data,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const wanted = text.toLocaleLowerCase(locale);
    return results
      .filter(({ name }) => name.toLocaleLowerCase(locale).includes(wanted))
      .map(({ code, name }) => ({ value: code, label: name }));
  };
  return (
    <Combobox
      {...rest}
      name={`country.${locale}`}
      search={search}
      value={value ? { value, label: nameOf(locale, 'region', value) } : null}
      canClear
      onChange={country => onChange(country?.value ?? null)}
    />
  );
};
