import { Suspense } from 'react';
import { useLocation } from '../router/useLocation';
import { Navigate } from '../router/Navigate';
import { useSearch } from '../router/useSearch';
import { isRoleless } from '../providers/claims';
import { returnPath } from '../providers/returnPath';
import { useSession } from '../providers/useSession';
import { Frame } from '../layout/Frame';
import { ForcedFactor } from '../layout/ForcedFactor';
import { ForcedPassword } from '../layout/ForcedPassword';
import { lazyUnthemedPart } from '../ui/lazyPart';
import { PublicRoutes } from './PublicRoutes';
import { SignedIn } from './SignedIn';
import { Unreachable } from '../screens/Unreachable';
import { useRoleCheck } from '../layout/useRoleCheck';

const SocialCallback = lazyUnthemedPart(() => import('../screens/SocialCallback').then(m => m.SocialCallback));

/** Decides by who is signed in which part of the panel there is. */
export const Gate = () => {
  const session = useSession();
  const { pathname } = useLocation();
  const [query] = useSearch();
  useRoleCheck();
  if (pathname === '/social-callback') {
    return (
      <Suspense fallback={<Frame />}>
        <SocialCallback />
      </Suspense>
    );
  }
  if (session.state === 'unknown') return <Frame />;
  if (session.state === 'unreachable') return <Unreachable />;
  if (session.state === 'out' || isRoleless(session.claims)) return <PublicRoutes />;
  if (pathname === '/auth/login') return <Navigate to={returnPath(query.get('return'))} replace />;
  if (session.claims.pwd_change) return <ForcedPassword />;
  if (session.claims.totp_setup) return <ForcedFactor />;
  return <SignedIn claims={session.claims} />;
};
