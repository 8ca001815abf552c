import { useQuery } from '@tanstack/react-query';
import { useLocaleState } from 'ra-core';
import { nameOf } from '../format/format';
import { acceptedLocales } from './acceptedLocales';
import { Select } from './Select';

interface Props {
  /** The client whose languages are offered; without one, English. */
  client: string | null | undefined;
  value: string | null | undefined;
  onChange: (locale: string) => void;
  onBlur?: () => void;
  label?: string;
}

/** One of the languages a client accepts, or the one that stands. When they cannot be had there is no other to choose. */
export const LocalesSelect = ({ client, value, ...rest }: Props) => {
  const [locale] = useLocaleState();
  const accepted = useQuery({
    queryKey: ['acceptedLocales', client],
    queryFn: () => acceptedLocales(client),
    retry: false,
  });
  const offered = new Set([...(accepted.data ?? []), ...(value ? [value] : [])]);
  const choices = [...offered].map(iso => ({ value: iso, label: nameOf(locale, 'language', iso) }));
  return <Select {...rest} value={value ?? ''} choices={choices} />;
};
