import type { StaffAccount } from '../../generated/answers';

/** What can be done with an account besides editing it. */
export const accountActions = [
  'unlock',
  'identity',
  'factor',
  'restore',
  'password',
  'deactivate',
  'activate',
  'delete',
] as const;
export type AccountAction = (typeof accountActions)[number];

type State = Pick<StaffAccount, 'status' | 'lockedUntil' | 'loginKind' | 'secondFactor'>;

const allowed: Record<AccountAction, (account: State) => boolean> = {
  unlock: ({ lockedUntil }) => lockedUntil !== null,
  identity: ({ loginKind }) => loginKind === 'AUTH0',
  factor: ({ secondFactor, status }) => secondFactor && status !== 'DL',
  restore: ({ status }) => status === 'DL',
  password: ({ status, loginKind }) => status !== 'DL' && loginKind === 'PWD',
  deactivate: ({ status }) => status === 'AC',
  activate: ({ status }) => status === 'DE',
  delete: ({ status }) => status !== 'DL',
};

/** Whether the state of an account lets it be done. */
export const isPossible = (action: AccountAction, account: State) => allowed[action](account);
