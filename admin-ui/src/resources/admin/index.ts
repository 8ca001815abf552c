import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { RolesCell, ScopeCell, StateCell, TermsCell } from './cells';
import { allDeeds, isPossible } from './deeds';

const StaffTools = lazyPart(() => import('./StaffTools').then(m => m.StaffTools));
const AccountPage = lazyPart(() => import('./AccountPage').then(m => m.AccountPage));

/** Where accounts of staff differ from what the metadata draws. */
export const admin: Override<'admin'> = {
  Tools: StaffTools,
  cells: {
    status: { Cell: StateCell, width: 140 },
    roles: { Cell: RolesCell, width: 160 },
    scopes: { Cell: ScopeCell, width: 132 },
    terms: { Cell: TermsCell, Line: TermsCell, width: 200 },
    lastLoginAt: { rank: 3 },
  },
  rowMenu: allDeeds.map(deed => ({
    label: `panel.staff.do.${deed}`,
    needs: 'adminUser.write',
    to: ({ id }) => `/users/admins/${id}/${deed}${location.search}`,
    when: account => isPossible(deed, account),
  })),
  Detail: AccountPage,
};
