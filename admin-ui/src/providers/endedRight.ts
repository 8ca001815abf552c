import type { Claims } from './claims';
import { accessToken, currentSession, renewSession } from './session';
import { viewedRole } from './viewAs';

/** What counts of a refusal of the service. */
interface Refusal {
  status: number;
  code: string;
  /** The permissions of which one would have been enough. */
  missing: string[];
}

/** Whether a refusal says that the account has lost a right since its token was made. */
const isOutdated = ({ internal }: Claims, { code, missing }: Refusal) =>
  code === 'NO_ROLES'
    ? internal.roles.length > 0
    : missing.some(permission => internal.permissions.includes(permission));

/**
 * Gets a new token when the service refuses what the present one allows: a right has ended or was taken, and the menu
 * must not go on offering it. As every refresh it is asked for at most once in ten seconds.
 */
export const noticeEndedRight = (refusal: Refusal) => {
  const session = currentSession();
  if (session.state !== 'in' || refusal.status !== 403 || viewedRole()) return;
  if (isOutdated(session.claims, refusal)) void accessToken().then(renewSession);
};
