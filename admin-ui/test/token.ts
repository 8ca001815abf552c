import type { Claims } from '../src/providers/claims';
import type { Tokens } from '../src/providers/session';

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

/** A token as the service issues it, valid for so many seconds. */
const newToken = (seconds = 900, claims: Partial<Claims> = {}) =>
  [
    encode({ alg: 'EdDSA' }),
    encode({
      sub: '17',
      exp: Math.floor(Date.now() / 1000) + seconds,
      email: 'mara@poolkeeper.example',
      given_name: 'Mára',
      family_name: 'Lindqvist',
      internal: { roles: ['a'], permissions: ['project.read'] },
      pwd_change: false,
      ...claims,
    }),
    'signature',
  ].join('.');

/** The answer to a sign-in or a refresh, with a token valid for so many seconds. */
export const newTokens = (seconds = 900, claims: Partial<Claims> = {}): Tokens => ({
  access_token: newToken(seconds, claims),
  expires_in: seconds,
});
