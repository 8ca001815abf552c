import { useTranslate } from 'ra-core';
import { useQueryClient } from '@tanstack/react-query';
import { Select } from '../ui/Select';
import { request } from '../providers/http';
import { changeLocale } from '../providers/messages';
import { Preference } from './Preference';
import { useErrorToast } from '../engine/useErrorToast';
import { useLanguages } from '../providers/useLanguages';

/** The language of the panel, remembered for the person and for this browser. */
export const LanguageChoice = () => {
  const t = useTranslate();
  const { locale, languages } = useLanguages();
  const showError = useErrorToast();
  const queries = useQueryClient();
  const choose = async (next: string) => {
    try {
      await changeLocale(next);
      void queries.invalidateQueries(); // the service writes some texts of records in the reader's language
      await request('PUT', '/api/preference/locale', { body: { value: next } });
    } catch (error) {
      showError(error, { retry: () => void choose(next) });
    }
  };
  return (
    <Preference label={t('panel.user.language')}>
      <Select
        label={t('panel.user.language')}
        value={locale}
        choices={languages}
        onChange={next => void choose(next)}
      />
    </Preference>
  );
};
