import { Suspense } from 'react';
import { lazyPart } from '../ui/lazyPart';
import { useLocation } from '../router/useLocation';
import { Navigate } from '../router/Navigate';
import { hrefOf } from '../router/history';

const Login = lazyPart(() => import('../screens/Login').then(m => m.Login));

// Whoever comes to the sign-in page should not wait until it is known that nobody is signed in.
if (location.pathname === '/auth/login') Login.load().catch(() => undefined);

/** What there is without signing in: the sign-in page, and the way to it from everywhere else. */
export const PublicRoutes = () => {
  const here = useLocation();
  if (here.pathname === '/auth/login') {
    return (
      <Suspense fallback={null}>
        <Login />
      </Suspense>
    );
  }
  const from = hrefOf(here);
  const to = from === '/' ? '/auth/login' : `/auth/login?return=${encodeURIComponent(from)}`;
  return <Navigate to={to} replace />;
};
