import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { NameCell, RolesCell, ScopeCell, StateCell, TermsCell } from './cells';
import { accountActions, isPossible } from './accountActions';

const StaffTools = lazyPart(() => import('./StaffTools').then(m => m.StaffTools));
const AccountPage = lazyPart(() => import('./AccountPage').then(m => m.AccountPage));

/** Where accounts of staff differ from what the metadata draws. */
export const admin: Override<'admin'> = {
  Tools: StaffTools,
  cells: {
    name: { Cell: NameCell },
    status: { Cell: StateCell, width: 140 },
    roles: { Cell: RolesCell, width: 140 },
    scopes: { Cell: ScopeCell, width: 132 },
    terms: { Cell: TermsCell, Line: TermsCell, width: 220 },
    lastLoginAt: { rank: 3 },
  },
  rowMenu: accountActions.map(action => ({
    label: `panel.staff.do.${action}`,
    needs: 'adminUser.write',
    to: ({ id }) => `/users/admins/${id}/${action}${location.search}`,
    isFor: account => isPossible(action, account),
  })),
  Detail: AccountPage,
};
