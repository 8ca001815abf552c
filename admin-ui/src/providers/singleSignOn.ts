import type { SessionContext } from './context';
import { returnPath } from './returnPath';
import { signInWithIdToken } from './sign';

type Issuer = NonNullable<SessionContext['auth0']>;

/** What is kept while one is at the issuer. */
interface Trip {
  state: string;
  nonce: string;
  to: string;
}

const tripKey = 'panel.trip';

/** Leaves for the issuer, which sends the browser back to /social-callback with an id token. */
export const startSingleSignOn = ({ domain, clientId }: Issuer, to: string | null) => {
  const trip: Trip = { state: crypto.randomUUID(), nonce: crypto.randomUUID(), to: returnPath(to) };
  sessionStorage.setItem(tripKey, JSON.stringify(trip));
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'id_token',
    response_mode: 'fragment',
    scope: 'openid email profile',
    redirect_uri: `${location.origin}/social-callback`,
    state: trip.state,
    nonce: trip.nonce,
  });
  location.assign(`https://${domain}/authorize?${query}`);
};

/** Signs in with what the issuer sent back, and answers where to go on. It fails for what this browser did not ask for. */
export const finishSingleSignOn = async (fragment: string) => {
  const answer = new URLSearchParams(fragment.replace(/^#/, ''));
  const trip = JSON.parse(sessionStorage.getItem(tripKey) ?? '{}') as Partial<Trip>; // written above
  sessionStorage.removeItem(tripKey);
  const idToken = answer.get('id_token');
  if (!idToken || !trip.state || answer.get('state') !== trip.state) throw new Error('no sign-in was under way');
  await signInWithIdToken(idToken, trip.nonce);
  return returnPath(trip.to ?? null);
};
