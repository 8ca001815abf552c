import type { AuditField } from '../../../generated/answers';
import { request, type Page } from '../../../providers/http';

/** The fields that any entry has changed, and whether the reader may look for their values. */
export const fetchChangedFields = async (signal: AbortSignal) =>
  (await request<Page<AuditField>>('GET', '/api/audit/field', { signal })).data.results;
