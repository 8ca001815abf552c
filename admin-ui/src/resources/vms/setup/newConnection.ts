import type { VmsConnection } from '../../../generated/resources';
import { newSecret } from '../connection/newSecret';
import type { SetupDraft, Way } from './useSetup';

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

/** What a VMS can do, by the direction of its messages. */
const capabilitiesOf = { BOTH: [...outbound, ...inbound], OUT: outbound, IN: inbound };

/** The connection that a set-up makes. One that nothing is sent to has no address, except that of the sandbox. */
export const newConnection = ({ name, client, way }: SetupDraft, address: Address, sandbox: string) => ({
  name: name.trim(),
  clientId: Number(client?.value),
  capabilities: capabilitiesOf[way],
  inboundSecret: address.inboundSecret,
  ...outboundPart(way, address, sandbox),
});

const outboundPart = (way: Way, { isSandbox, baseUrl, auth, authName, secret }: Address, sandbox: string) => {
  if (isSandbox) return { baseUrl: sandbox, auth: 'NONE' };
  if (way === 'IN') return { auth: 'NONE' };
  return {
    baseUrl: baseUrl.trim(),
    auth,
    ...(auth !== 'NONE' && { secret }),
    ...(named.includes(auth) && { authName }),
  };
};
