import { lazy } from 'react';
import type { Override } from '../../engine/override';

// The dialogs, tabs and pages come when they are opened, not with the first row.
const load = () => import('./parts');
const BindingTab = lazy(() => load().then(m => ({ default: m.BindingTab })));
const DeleteFreelancer = lazy(() => load().then(m => ({ default: m.DeleteFreelancer })));
const EraseDialog = lazy(() => load().then(m => ({ default: m.EraseDialog })));
const ExportDialog = lazy(() => load().then(m => ({ default: m.ExportDialog })));
const ImpersonatePage = lazy(() => load().then(m => ({ default: m.ImpersonatePage })));
const MergeDialog = lazy(() => load().then(m => ({ default: m.MergeDialog })));
const OverviewPage = lazy(() => load().then(m => ({ default: m.OverviewPage })));
const Refused = lazy(() => load().then(m => ({ default: m.Refused })));
const RestoreFreelancer = lazy(() => load().then(m => ({ default: m.RestoreFreelancer })));

/** Where freelancers differ from what the metadata draws. */
export const freelancer: Override<'freelancer'> = {
  cells: {
    email: { width: 220, rank: 3 },
    mspName: { width: 140, rank: 3 },
    dayRate: { width: 96, align: 'end' },
  },
  dialogs: {
    delete: DeleteFreelancer,
    restore: RestoreFreelancer,
    erase: EraseDialog,
    exportPerson: ExportDialog,
    merge: MergeDialog,
  },
  tabs: [{ name: 'binding', label: 'freelancer.binding.tab', Body: BindingTab }],
  rowMenu: [
    { label: 'freelancer.overview.title', icon: 'user', to: ({ id }) => `/users/freelancers/${id}/overview` },
    { label: 'freelancer.impersonate.menu', icon: 'external', to: ({ id }) => `/users/freelancers/${id}/impersonate` },
  ],
  pages: [
    { path: ':id/overview', Page: OverviewPage },
    { path: ':id/impersonate', Page: ImpersonatePage },
  ],
  Refused,
};
