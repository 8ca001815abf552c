import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'ra-core';
import { nameOf } from '../engine/format';
import { request } from '../providers/http';
import { Select } from './Select';

interface Answer {
  results: { code: string; name: string }[];
}

interface Props {
  value: string | null | undefined;
  onChange: (code: string | null) => void;
  onBlur?: () => void;
  label?: string;
}

/** A country, by its name in the reader's language. */
export const CountrySelect = ({ value, onChange, ...rest }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const countries = useQuery({
    queryKey: ['country', locale],
    queryFn: async ({ signal }) =>
      (await request<Answer>('GET', `/api/country?locale=${locale}`, { signal })).data.results,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const own = value ? [{ code: value, name: nameOf(locale, 'region', value) }] : [];
  return (
    <Select
      {...rest}
      value={value ?? ''}
      choices={(countries.data ?? own).map(({ code, name }) => ({ value: code, label: name }))}
      empty={t(countries.isError ? 'panel.pick.failed' : 'panel.pick.none')}
      onChange={code => onChange(code || null)}
    />
  );
};
