import type { AddedPasskey, PasskeyOptions } from '../generated/answers';
import { currentClient } from './client';
import { request } from './http';
import { HttpError } from './httpError';
import { adopt, type Tokens } from './session';

/** Whether this browser has passkeys; without a safe connection none has. */
const hasPasskeys = () => 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Why no passkey can be used on this page, as a key of a text; the service names the only address where they work. */
export const passkeyObstacle = (origin: string) => {
  if (!origin) return 'panel.passkey.off';
  if (origin !== location.origin) return 'panel.passkey.elsewhere';
  return hasPasskeys() ? undefined : 'panel.passkey.unsupported';
};

/** Whether a passkey can answer these options on this page. */
export const isAnswerable = ({ rpId }: PublicKeyCredentialRequestOptionsJSON) =>
  rpId === location.hostname && hasPasskeys();

const written = (credential: Credential | null) => {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  return credential.toJSON() as unknown;
};

/** Lets the person unlock a passkey, which answers the options. */
export const answerByPasskey = async (options: PublicKeyCredentialRequestOptionsJSON) =>
  written(await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));

/** Makes a passkey on a device of the person who is signed in. */
export const addPasskey = async (name: string) => {
  const begun = await request<PasskeyOptions>('POST', '/api/passkey');
  const options = begun.data.options as PublicKeyCredentialCreationOptionsJSON;
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  const body = { name, credential: written(made) };
  return (await request<AddedPasskey>('POST', '/api/passkey/confirm', { body })).data;
};

/** Signs in with a passkey alone, as the client at hand allows it. */
export const signInWithPasskey = async () => {
  const client = currentClient();
  const query = client && `?${new URLSearchParams({ client })}`;
  const begun = await request<PasskeyOptions>('POST', `/api/authorizeWithPasskey/challenge${query}`, {
    isPublic: true,
  });
  const credential = await answerByPasskey(begun.data.options as PublicKeyCredentialRequestOptionsJSON);
  const body = { credential, ...(client && { clientName: client }) };
  const { data } = await request<Tokens>('POST', '/api/authorizeWithPasskey', { body, isPublic: true });
  adopt(data);
};

const refusals: Record<string, string> = {
  InvalidStateError: 'panel.passkey.duplicate',
  NotSupportedError: 'panel.passkey.unsupported',
  SecurityError: 'panel.passkey.wrongAddress',
};

/** What went wrong with a passkey, as a key of a text; other refusals of the service have texts of their own. */
export const passkeyFailure = (cause: unknown) => {
  if (cause instanceof DOMException) return refusals[cause.name] ?? 'panel.passkey.cancelled';
  return cause instanceof HttpError && cause.code === 'BAD_CREDENTIALS' ? 'panel.passkey.wrong' : undefined;
};
