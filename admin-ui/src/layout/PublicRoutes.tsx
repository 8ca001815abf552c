import { useLocation } from '../router/useLocation';
import { Navigate } from '../router/Navigate';
import { hrefOf } from '../router/history';
import { Login } from '../screens/Login';

/** What there is without signing in: the sign-in page, and the way to it from everywhere else. */
export const PublicRoutes = () => {
  const here = useLocation();
  if (here.pathname === '/auth/login') return <Login />;
  const from = hrefOf(here);
  const to = from === '/' ? '/auth/login' : `/auth/login?return=${encodeURIComponent(from)}`;
  return <Navigate to={to} replace />;
};
