import { request } from '../../providers/http';

/** What an account may be limited to; nothing chosen is no limit. */
export interface Scopes {
  clientIds: number[];
  legalEntityIds: number[];
}

/** What can be said of an account in a form. */
export interface Person {
  email: string;
  firstName: string;
  lastName: string;
  locale: string;
  roles: string[];
  scopes: Scopes;
  status: string;
}

/** A staff account as the service answers it. */
export interface Account extends Person {
  id: number;
  version: number;
  lastLoginAt: string | null;
  lockedUntil: string | null;
  mustChangePassword: boolean;
}

/** A password that is shown once. */
export interface OneTime {
  oneTimePassword: string;
  validUntil: string;
}

/** One device on which somebody is signed in. */
export interface Session {
  sid: string;
  startedAt: string;
  lastSeenAt: string;
  ip: string;
  device: string;
  userAgent: string;
  current: boolean;
}

/** What narrows the list. */
export interface Search {
  name: string;
  role: string;
  status: string;
  /** What keeps an account from its work. */
  trouble: string;
}

interface List<T> {
  results: T[];
  totalResults: number;
}

const at = (id: number, rest = '') => `/api/admin/${id}${rest}`;
const guard = ({ version }: Account) => ({ 'if-match': `"${version}"` });

/** The accounts that match, by name. */
export const readStaff = async (search: Search, limit: number, signal: AbortSignal) => {
  const query = new URLSearchParams({ s: 'name:asc', limit: String(limit) });
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, value);
  return (await request<List<Account>>('GET', `/api/admin?${query}`, { signal })).data;
};

/** One account. */
export const readAccount = async (id: number, signal: AbortSignal) =>
  (await request<Account>('GET', at(id), { signal })).data;

/** Makes an account; asked again under the same key it makes no second one. */
export const invite = async (person: Omit<Person, 'status'>, key: string) => {
  const options = { body: person, headers: { 'idempotency-key': key } };
  return (await request<OneTime & { admin: Account }>('POST', '/api/admin', options)).data;
};

/** Changes an account, guarded by the version that was seen. */
export const change = async (account: Account, body: Partial<Person>) =>
  (await request<Account>('PUT', at(account.id), { body, headers: guard(account) })).data;

/** Deletes an account; its person is signed out everywhere. */
export const remove = (account: Account) => request('DELETE', at(account.id), { headers: guard(account) });

/** Ends every block of an account. */
export const unlock = async (id: number) => (await request<Account>('POST', at(id, '/unlock'))).data;

/** Gives an account another one-time password. */
export const newPassword = async (id: number) => (await request<OneTime>('POST', at(id, '/oneTimePassword'))).data;

/** Where somebody is signed in. */
export const readSessions = async (id: number, signal: AbortSignal) =>
  (await request<List<Session>>('GET', `/api/session?userId=${id}`, { signal })).data.results;

/** Signs somebody out on one device. */
export const endSession = (sid: string) => request('DELETE', `/api/session/${encodeURIComponent(sid)}`);
