import type { StaffSession } from '../../generated/answers';
import { request, type Page } from '../../providers/http';

const atMost = 100;

/** The sessions of somebody, or one's own: the open ones, or those that ended in the last 90 days. */
export const readSessions = async (userId: number | undefined, isEnded: boolean, signal: AbortSignal) => {
  const query = new URLSearchParams({ range: `[0,${atMost - 1}]` });
  if (userId !== undefined) query.set('userId', String(userId));
  if (isEnded) query.set('ended', 'true');
  return (await request<Page<StaffSession>>('GET', `/api/session?${query}`, { signal })).data;
};

/** Signs somebody out on one device. */
export const endSession = (sid: string) => request('DELETE', `/api/session/${encodeURIComponent(sid)}`);
