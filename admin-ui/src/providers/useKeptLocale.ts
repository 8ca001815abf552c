import { useEffect } from 'react';
import { readCookie } from './cookie';
import { request } from './http';
import { changeLocale } from './messages';

interface Preference {
  value: string | null;
}

/** In a browser that has no language set, takes the one the person chose elsewhere. */
export const useKeptLocale = () =>
  useEffect(() => {
    if (readCookie('locale') !== undefined) return;
    request<Preference>('GET', '/api/preference/locale')
      .then(({ data }) => (data.value ? changeLocale(data.value) : undefined))
      .catch(() => undefined); // the language of the page is good enough
  }, []);
