import { lazy } from 'react';
import type { Override } from '../../engine/override';
import { RulesCell, ScoreCell } from './pairCells';

// The dialogs, tabs and pages come when they are opened, not with the first row.
const load = () => import('./parts');
const BindingTab = lazy(() => load().then(m => ({ default: m.BindingTab })));
const DeleteFreelancer = lazy(() => load().then(m => ({ default: m.DeleteFreelancer })));
const EraseDialog = lazy(() => load().then(m => ({ default: m.EraseDialog })));
const ErasurePage = lazy(() => load().then(m => ({ default: m.ErasurePage })));
const ExportDialog = lazy(() => load().then(m => ({ default: m.ExportDialog })));
const ImpersonatePage = lazy(() => load().then(m => ({ default: m.ImpersonatePage })));
const MergeDialog = lazy(() => load().then(m => ({ default: m.MergeDialog })));
const PendingHead = lazy(() => load().then(m => ({ default: m.PendingHead })));
const OverviewPage = lazy(() => load().then(m => ({ default: m.OverviewPage })));
const PairPage = lazy(() => load().then(m => ({ default: m.PairPage })));
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
  Head: PendingHead,
  tabs: [{ name: 'binding', label: 'freelancer.binding.tab', Body: BindingTab }],
  rowMenu: [
    { label: 'freelancer.overview.title', icon: 'users', to: ({ id }) => `/users/freelancers/${id}/overview` },
    {
      label: 'freelancer.impersonate.menu',
      icon: 'external',
      to: ({ id }) => `/users/freelancers/${id}/impersonate`,
      when: ({ userStatus }) => userStatus === 'AC' || userStatus === 'UV',
    },
  ],
  pages: [
    { path: ':id/overview', Page: OverviewPage },
    { path: ':id/impersonate', Page: ImpersonatePage },
  ],
  Refused,
};

/** Pairs are compared, not edited. */
export const freelancerDuplicate: Override<'freelancerDuplicate'> = {
  cells: {
    nameB: { width: 200 },
    score: { Cell: ScoreCell, width: 96, align: 'end' },
    rules: { Cell: RulesCell, width: 260, rank: 2 },
    created: { rank: 3 },
  },
  Detail: PairPage,
};

/** Wishes to be forgotten are moved on step by step. */
export const erasure: Override<'erasure'> = {
  cells: { freelancerHandle: { width: 104, rank: 2 }, createdBy: { rank: 3 } },
  Detail: ErasurePage,
};
