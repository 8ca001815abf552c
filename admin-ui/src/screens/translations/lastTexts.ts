import type { TextCoverage } from '../../generated/answers';
import type { Language } from '../../providers/content';
import { request } from '../../providers/http';
import { isAway } from '../../providers/lastTexts';
import { readLanguages } from './calls';

/** The languages of the product as they are known without the content service. */
const readLastLanguages = async (): Promise<Language[]> => {
  const { data } = await request<{ results: TextCoverage[] }>('GET', '/api/translation/coverage');
  return data.results.map(({ locale }, sort) => ({ iso: locale, name: locale, active: true, sort }));
};

/** The languages there are; while the content service is away, those that are known without it. */
export const readLanguagesOrLast = async () => {
  try {
    return await readLanguages();
  } catch (error) {
    if (isAway(error)) return readLastLanguages();
    throw error;
  }
};
