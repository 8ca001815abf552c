import type { TextCoverage, TextKnown } from '../../generated/answers';
import type { Language, Text } from '../../providers/content';
import { HttpError, request } from '../../providers/http';
import { readLanguages } from './calls';

/** Whether the content service is away: the service itself answers, and says so. */
export const isAway = (error: unknown) => error instanceof HttpError && error.code === 'UNAVAILABLE';

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

/** The texts of one language of a set as the service last read them. They have no ids, since nobody can change them now. */
export const readLastTexts = async (client: number, locale: string): Promise<Text[]> => {
  const of = new URLSearchParams({ client: String(client), locale });
  const { data } = await request<{ results: TextKnown[] }>('GET', `/api/translation/lastKnown?${of}`);
  return data.results.map(text => ({ ...text, id: 0 }));
};
