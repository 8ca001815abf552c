import { HttpError } from './httpError';

/** What a sign-in wants beside its first step: a code, or the answer of a passkey, whose options the browser takes. */
export interface Challenge {
  challenge: string;
  passkey?: PublicKeyCredentialRequestOptionsJSON;
}

/** The challenge of a sign-in that wants the second factor too. */
export const challengeOf = (cause: unknown): Challenge | undefined => {
  if (!(cause instanceof HttpError) || cause.code !== 'TOTP_REQUIRED') return undefined;
  const { challenge, passkey } = cause.details as Partial<Challenge>; // POST /api/authorize
  return typeof challenge === 'string' ? { challenge, ...(passkey && { passkey }) } : undefined;
};
