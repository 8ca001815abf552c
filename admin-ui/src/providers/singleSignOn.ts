import { ErrorResponse, ErrorTimeout, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { challengeOf, type Challenge } from './challenge';
import { currentClient } from './client';
import { readContext, type SessionContext } from './context';
import { request } from './http';
import { HttpError } from './httpError';
import { returnPath } from './returnPath';
import { signInWithIdToken } from './sign';

type Issuer = NonNullable<SessionContext['auth0']>;

const redirect = () => `${location.origin}/social-callback`;

/** The code flow with PKCE (S256) and a state of its own each time, which this tab alone knows. */
const clientOf = ({ domain, clientId }: Issuer) =>
  new OidcClient({
    authority: domain.includes('://') ? domain : `https://${domain}`,
    client_id: clientId,
    redirect_uri: redirect(),
    response_type: 'code',
    scope: 'openid email profile',
    stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'panel.signOn.' }),
    requestTimeoutInSeconds: 15,
  });

/** A proof must not be one of yesterday: the issuer asks again who is there, and says when that was. */
const afresh = { prompt: 'login', max_age: 300 };

/** What is said of a proof while the browser is away; of a sign-in it is the path alone. */
interface Proving {
  proofFor: string;
}

const isProving = (state: unknown): state is Proving =>
  typeof state === 'object' && state !== null && 'proofFor' in state && typeof state.proofFor === 'string';

/**
 * Leaves for the issuer, which sends the browser back to /social-callback: to sign in, or to prove once more who is there.
 * The nonce is the service's, asked for now.
 */
export const startSingleSignOn = async (to: string | null, isProof: boolean) => {
  const { auth0, nonce } = await readContext(isProof ? '' : currentClient());
  if (!auth0 || !nonce) throw new Error('no issuer is set up');
  const client = clientOf(auth0);
  await client.clearStaleState();
  const path = returnPath(to);
  const { url } = await client.createSigninRequest(
    isProof ? { nonce, state: { proofFor: path } satisfies Proving, ...afresh } : { nonce, state: path },
  );
  location.assign(url);
};

/** Where to go on after the issuer, and the token that the service takes only with the second factor. */
export interface Finished {
  to: string;
  wanted?: { idToken: string; challenge: Challenge };
}

/** Takes what the issuer sent back, and answers where to go on. It fails for what this tab did not ask for. */
export const finishSingleSignOn = async (address: string): Promise<Finished> => {
  const { auth0 } = await readContext(currentClient());
  if (!auth0) throw new Error('no issuer is set up');
  const { id_token, userState } = await clientOf(auth0).processSigninResponse(address);
  if (!id_token) throw new Error('the issuer sent no id token');
  if (isProving(userState)) {
    await request('POST', '/api/session/proof', { body: { idToken: id_token } });
    return { to: returnPath(userState.proofFor) };
  }
  const to = returnPath(typeof userState === 'string' ? userState : null);
  try {
    await signInWithIdToken(id_token);
    return { to };
  } catch (cause) {
    const challenge = challengeOf(cause);
    if (!challenge) throw cause;
    return { to, wanted: { idToken: id_token, challenge } };
  }
};

/** What went wrong at the issuer or on the way, as a key of a text; a refusal of the service has texts of its own. */
export const failureKey = (error: unknown) => {
  if (error instanceof ErrorResponse) {
    return error.error === 'access_denied' ? 'panel.callback.denied' : 'panel.callback.refused';
  }
  // fetch throws a TypeError when nobody answers.
  if (error instanceof ErrorTimeout || error instanceof TypeError) return 'panel.callback.unreachable';
  return error instanceof HttpError ? undefined : 'error.badToken';
};
