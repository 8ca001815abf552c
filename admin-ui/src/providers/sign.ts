import { currentClient } from './client';
import { readingNothing, request } from './http';
import { adopt, drop, type Tokens } from './session';

/** What a sign-in by password brings: after a challenge of the second factor also that and a code. */
export interface Credentials {
  username: string;
  password: string;
  challenge?: string;
  code?: string;
}

/** Signs in with a password, as the client at hand allows it. */
export const signIn = async (credentials: Credentials) => {
  const clientName = currentClient();
  const body = { ...credentials, ...(clientName && { clientName }) };
  const { data } = await request<Tokens>('POST', '/api/authorize', { body, isPublic: true });
  adopt(data);
};

/** Signs in with the token of the single sign-on. */
export const signInWithIdToken = async (idToken: string) => {
  const { data } = await request<Tokens>('POST', '/api/authorizeWithAuth0Token', { body: { idToken }, isPublic: true });
  adopt(data);
};

/** Signs out. The tokens are dropped even when the service cannot be told. */
export const signOut = async () => {
  await readingNothing(async () => {
    await request('POST', '/api/logout', { body: {} }).catch(() => undefined);
    drop();
  });
};
