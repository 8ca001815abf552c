import type { AuditField } from '../../../generated/answers';
import { request, type Page } from '../../../providers/http';

/** The fields that any entry has changed, and one more, with whether the reader may look for their values. */
export const fetchChangedFields = async (signal: AbortSignal, also?: string) => {
  const query = also ? `?${new URLSearchParams({ also })}` : '';
  return (await request<Page<AuditField>>('GET', `/api/audit/field${query}`, { signal })).data.results;
};
