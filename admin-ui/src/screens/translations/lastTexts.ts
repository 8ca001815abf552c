import type { TextCoverage, TextKnown } from '../../generated/answers';
import type { Language, Text } from '../../providers/content';
import { HttpError, request } from '../../providers/http';

/** Whether the content service is away: the service itself answers, and says so. */
export const isAway = (error: unknown) => error instanceof HttpError && error.code === 'UNAVAILABLE';

/** The languages of the product as they are known without the content service. */
export const readLastLanguages = async (): Promise<Language[]> => {
  const { data } = await request<{ results: TextCoverage[] }>('GET', '/api/translation/coverage');
  return data.results.map(({ locale }, sort) => ({ iso: locale, name: locale, active: true, sort }));
};

/** The texts of one language of a set as the service last read them. They have no ids, since nobody can change them now. */
export const readLastTexts = async (client: number, locale: string): Promise<Text[]> => {
  const of = new URLSearchParams({ client: String(client), locale });
  const { data } = await request<{ results: TextKnown[] }>('GET', `/api/translation/lastKnown?${of}`);
  return data.results.map(text => ({ ...text, id: 0 }));
};
