import { useEffect } from 'react';
import { readCookie } from './cookie';
import { request } from './http';
import { changeLocale } from './messages';
import { whenQuiet } from './useIsQuiet';

interface Preference {
  value: string | null;
}

const adoptLocale = () =>
  request<Preference>('GET', '/api/preference/locale')
    .then(({ data }) => (data.value ? changeLocale(data.value) : undefined))
    .catch(() => undefined); // the language of the page is good enough

/** In a browser that has no language set, takes the one the person chose elsewhere. */
export const useStoredLocale = () =>
  useEffect(() => (readCookie('locale') === undefined ? whenQuiet(() => void adoptLocale()) : undefined), []);
