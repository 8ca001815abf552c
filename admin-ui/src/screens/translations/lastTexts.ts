import type { TextCoverage } from '../../generated/answers';
import type { Language } from '../../providers/content';
import { request } from '../../providers/http';
import { isAway } from '../../providers/lastTexts';
import { readClientLanguages, readLanguages } from './calls';

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

/** The languages of a client, in their order. */
interface ClientLanguages {
  order: string[];
  /** They are the last that are known, since the content service is away. */
  isLast: boolean;
}

/** The languages of a client; while the content service is away, those that the service last read from it. */
export const readClientLanguagesOrLast = async (client: number): Promise<ClientLanguages> => {
  try {
    return { order: await readClientLanguages(client), isLast: false };
  } catch (error) {
    if (!isAway(error)) throw error;
    const { data } = await request<{ languages: string[] }>('GET', `/api/client/${client}`);
    return { order: data.languages, isLast: true };
  }
};
