import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { OpenApplications } from './OpenApplications';
import { EmailLine, NoLine, WaitingLine } from './lines';

// The tabs and dialogs come when they are opened, not with the first row.
const load = () => import('./chunk');
const Activate = lazyPart(() => load().then(m => m.Activate));
const Deactivate = lazyPart(() => load().then(m => m.Deactivate));
const Depends = lazyPart(() => load().then(m => m.Depends));
const EntitiesTab = lazyPart(() => load().then(m => m.EntitiesTab));
const ImpersonatePage = lazyPart(() => load().then(m => m.ImpersonatePage));
const PermissionsDialog = lazyPart(() => load().then(m => m.PermissionsDialog));
const UsersTab = lazyPart(() => load().then(m => m.UsersTab));

/** Where MSPs differ from what the metadata draws. */
export const msp: Override<'msp'> = {
  cells: {
    email: { width: 220, rank: 3, Line: EmailLine },
    tier: { width: 64, align: 'end', Line: NoLine },
    freelancerCount: { width: 104, align: 'end', Line: NoLine },
    openApplicationCount: { Cell: OpenApplications, width: 128, align: 'end', Line: WaitingLine },
    activeProjectCount: { width: 112, align: 'end', Line: NoLine },
  },
  dialogs: { activate: Activate, deactivate: Deactivate, permission: PermissionsDialog },
  tabs: [
    { name: 'entities', label: 'msp.tab.entities', count: m => m.legalEntities?.length, Body: EntitiesTab },
    { name: 'users', label: 'msp.tab.users', count: m => m.users?.length, Body: UsersTab },
  ],
  Head: Depends,
  rowMenu: [
    { label: 'msp.menu.entities', icon: 'case', to: ({ id }) => `/users/msp/${id}/entities` },
    {
      label: 'msp.menu.impersonate',
      icon: 'external',
      needs: 'msp.impersonate',
      to: ({ id }) => `/users/msp/${id}/impersonate`,
      when: ({ userStatus }) => userStatus === 'AC' || userStatus === 'UV',
    },
  ],
  pages: [{ path: ':id/impersonate', Page: ImpersonatePage }],
};
