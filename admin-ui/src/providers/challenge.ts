import { HttpError } from './http';

/** The challenge of a sign-in that wants a code of the second factor too. */
export const challengeOf = (cause: unknown) => {
  const challenge = cause instanceof HttpError && cause.code === 'TOTP_REQUIRED' && cause.details['challenge'];
  return typeof challenge === 'string' ? challenge : undefined;
};
