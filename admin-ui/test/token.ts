import type { Claims } from '../src/providers/claims';

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

/** A token as the service issues it, valid for so many seconds. */
export const newToken = (seconds = 900, claims: Partial<Claims> = {}) =>
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
