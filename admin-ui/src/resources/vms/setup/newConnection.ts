import type { VmsConnection } from '../../../generated/resources';
import { newSecret } from '../connection/newSecret';
import type { SetupDraft } from './useSetup';

/** How the service signs in at a VMS. */
export type Auth = NonNullable<VmsConnection['auth']>;

/** Where a VMS is and how one signs in there. */
export interface Address {
  isSandbox: boolean;
  baseUrl: string;
  auth: Auth;
  authName: string;
  secret: string;
  inboundSecret: string;
}

/** An address that is not entered yet; the secret of what comes in is made here. */
export const newAddress = (sandbox: string): Address => ({
  isSandbox: sandbox !== '',
  baseUrl: '',
  auth: 'BEARER',
  authName: '',
  secret: '',
  inboundSecret: newSecret(),
});

/** The ways of signing in that need a name beside the secret. */
export const named: readonly Auth[] = ['BASIC', 'HEADER'];

const outbound = ['SUBMIT_CANDIDATE', 'UPDATE_CANDIDATE', 'WITHDRAW_CANDIDATE'] as const;
const inbound = ['JOB_PUSH', 'STATUS_PUSH'] as const;

/** The connection that a set-up makes. */
export const newConnection = ({ name, client, way }: SetupDraft, address: Address, sandbox: string) => {
  const { isSandbox, baseUrl, auth, authName, secret, inboundSecret } = address;
  return {
    name: name.trim(),
    clientId: Number(client?.value),
    capabilities: way === 'BOTH' ? [...outbound, ...inbound] : outbound,
    inboundSecret,
    ...(isSandbox
      ? { baseUrl: sandbox, auth: 'NONE' }
      : {
          baseUrl: baseUrl.trim(),
          auth,
          ...(auth !== 'NONE' && { secret }),
          ...(named.includes(auth) && { authName }),
        }),
  };
};
