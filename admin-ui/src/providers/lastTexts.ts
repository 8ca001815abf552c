import type { TextKnown } from '../generated/answers';
import type { Text } from './content';
import { request } from './http';
import { HttpError } from './httpError';

/** Whether the content service is away: the service itself answers, and says so. */
export const isAway = (error: unknown) => error instanceof HttpError && error.code === 'UNAVAILABLE';

/** How long after a failure the content service is asked again, in milliseconds. */
export const lookAgain = 5_000;

/**
 * The texts of one language of a set as the service last read them, or the one of a key. They have no ids, since nobody can change them
 * now.
 */
export const readLastTexts = async (client: number, locale: string, messageKey?: string): Promise<Text[]> => {
  const of = new URLSearchParams({ client: String(client), locale, ...(messageKey && { messageKey }) });
  const { data } = await request<{ results: TextKnown[] }>('GET', `/api/translation/lastKnown?${of}`);
  return data.results.map(text => ({ ...text, id: 0 }));
};
