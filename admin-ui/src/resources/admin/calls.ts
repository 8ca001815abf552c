import type { OneTimePassword, StaffAccount, StaffInvited } from '../../generated/answers';
import { request } from '../../providers/http';

/** What can be said of an account in a form. */
export type StaffForm = Pick<
  StaffAccount,
  'email' | 'firstName' | 'lastName' | 'locale' | 'roles' | 'scopes' | 'terms' | 'status'
>;

const at = (id: number, rest = '') => `/api/admin/${id}${rest}`;
const guard = ({ version }: StaffAccount) => ({ 'if-match': `"${version}"` });

/** One account. */
export const readAccount = async (id: number, signal: AbortSignal) =>
  (await request<StaffAccount>('GET', at(id), { signal })).data;

/** Makes an account; asked again under the same key it makes no second one. */
export const invite = async (person: Omit<StaffForm, 'status'>, key: string) => {
  const options = { body: person, headers: { 'idempotency-key': key } };
  return (await request<StaffInvited>('POST', '/api/admin', options)).data;
};

/** Changes an account, guarded by the version that was seen. */
export const change = async (account: StaffAccount, body: Partial<StaffForm>) =>
  (await request<StaffAccount>('PUT', at(account.id), { body, headers: guard(account) })).data;

/** Deletes an account; its person is signed out everywhere. */
export const remove = (account: StaffAccount) => request('DELETE', at(account.id), { headers: guard(account) });

/** Ends every block of an account. */
export const unlock = async (id: number) => (await request<StaffAccount>('POST', at(id, '/unlock'))).data;

/** Gives an account another one-time password. */
export const newPassword = async (id: number) =>
  (await request<OneTimePassword>('POST', at(id, '/oneTimePassword'))).data;

/** Takes the single sign-on off an account, which signs in by password again. */
export const dropIdentity = (id: number) => request('DELETE', at(id, '/identity'));

/** Takes the second factor off an account whose person has lost it. */
export const dropFactor = (id: number) => request('DELETE', at(id, '/totp'));

/** Signs everybody out everywhere. */
export const endAllSessions = () => request('DELETE', '/api/session?all=true');
