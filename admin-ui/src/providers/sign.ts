import { currentClient } from './client';
import { readingNothing, request } from './http';
import { queryClient } from './queryClient';
import { adopt, drop, type Tokens } from './session';

/** What answers a challenge of the second factor: a code, or what a passkey has signed. */
export interface SecondStep {
  challenge: string;
  code?: string;
  passkey?: unknown;
}

/** What a sign-in by password brings: after a challenge of the second factor also that and an answer. */
export interface Credentials extends Partial<SecondStep> {
  username: string;
  password: string;
}

/** Signs in with a password, as the client at hand allows it. */
export const signIn = async (credentials: Credentials) => {
  const clientName = currentClient();
  const body = { ...credentials, ...(clientName && { clientName }) };
  const { data } = await request<Tokens>('POST', '/api/authorize', { body, isPublic: true });
  adopt(data);
};

/** Signs in with the token of the single sign-on, after a challenge of the second factor also with its answer. */
export const signInWithIdToken = async (idToken: string, second?: SecondStep) => {
  const body = { idToken, ...second };
  const { data } = await request<Tokens>('POST', '/api/authorizeWithAuth0Token', { body, isPublic: true });
  adopt(data);
};

/** Signs out, and forgets what was read. The tokens are dropped even when the service cannot be told. */
export const signOut = async () => {
  await readingNothing(async () => {
    await request('POST', '/api/logout', { body: {} }).catch(() => undefined);
    drop();
    queryClient.clear();
  });
};
