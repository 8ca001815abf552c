import type { TextUsage } from '../../generated/answers';
import { request } from '../../providers/http';

/** Whom a change of a text of the product would reach. */
export const usageQuery = (messageKey: string, locale: string) => ({
  queryKey: ['textUsage', messageKey, locale],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await request<TextUsage>('GET', `/api/translation/usage?${new URLSearchParams({ messageKey, locale })}`, {
        signal,
      })
    ).data,
  staleTime: 30_000,
});
