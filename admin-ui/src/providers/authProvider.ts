import type { AuthProvider } from 'ra-core';
import { HttpError } from './httpError';
import { accessToken, currentSession } from './session';
import { signIn, signOut, type Credentials } from './sign';

/** Tells react-admin who is signed in. The gates of the app decide what is shown; this only answers its hooks. */
export const authProvider: AuthProvider = {
  login: (credentials: Credentials) => signIn(credentials),
  logout: async () => {
    await signOut();
    return '/auth/login';
  },
  checkAuth: async () => {
    if (!(await accessToken())) throw new HttpError(401, { messages: ['error.unauthenticated'] });
  },
  // A refused call was already repeated with a fresh token; when that failed too, the session is over.
  checkError: async (error: unknown) => {
    if (error instanceof HttpError && error.status === 401) throw error;
  },
  getIdentity: async () => {
    const session = currentSession();
    if (session.state !== 'in') throw new HttpError(401, { messages: ['error.unauthenticated'] });
    const { sub, given_name, family_name } = session.claims;
    return { id: sub, fullName: `${given_name} ${family_name}` };
  },
  getPermissions: async () => {
    const session = currentSession();
    return session.state === 'in' ? session.claims.internal.permissions : [];
  },
};
