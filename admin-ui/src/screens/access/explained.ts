import type { Blocker } from '../../generated/answers';

/** What GET /api/access/explain answers. */
export interface AccessExplained {
  allowed: boolean;
  /** The text of what keeps the account from every call; empty if nothing does. */
  account: string;
  /** Empty where none is needed. */
  permission: string;
  /** The roles of the account that grant the permission. */
  grantedBy: string[];
  scope: { inside: boolean; by: 'all' | 'client' | 'legalEntity' | '' };
  blockedBy: Blocker[];
  /** The roles that hold the permission, whoever has them. */
  heldBy: string[];
  /** The roles whose holders give roles and scopes. */
  givenBy: string[];
}
