import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { RulesCell, ScoreCell } from './pairCells';

// The dialogs, tabs and pages come when they are opened, not with the first row.
const load = () => import('./chunk');
const ApplyChosen = lazyPart(() => load().then(m => m.ApplyChosen));
const BindingTab = lazyPart(() => load().then(m => m.BindingTab));
const DayRateInput = lazyPart(() => load().then(m => m.DayRateInput));
const DeleteFreelancer = lazyPart(() => load().then(m => m.DeleteFreelancer));
const EraseDialog = lazyPart(() => load().then(m => m.EraseDialog));
const ErasurePage = lazyPart(() => load().then(m => m.ErasurePage));
const ExportDialog = lazyPart(() => load().then(m => m.ExportDialog));
const FilesTab = lazyPart(() => load().then(m => m.FilesTab));
const MailsTab = lazyPart(() => load().then(m => m.MailsTab));
const ImpersonatePage = lazyPart(() => load().then(m => m.ImpersonatePage));
const LanguagesFact = lazyPart(() => load().then(m => m.LanguagesFact));
const Overview = lazyPart(() => load().then(m => m.Overview));
const LanguageFilter = lazyPart(() => load().then(m => m.LanguageFilter));
const MergeDialog = lazyPart(() => load().then(m => m.MergeDialog));
const PhotoInput = lazyPart(() => load().then(m => m.PhotoInput));
const PlaceFilter = lazyPart(() => load().then(m => m.PlaceFilter));
const PoolFilter = lazyPart(() => load().then(m => m.PoolFilter));
const PoolsInput = lazyPart(() => load().then(m => m.PoolsInput));
const PoolsTab = lazyPart(() => load().then(m => m.PoolsTab));
const PendingHead = lazyPart(() => load().then(m => m.PendingHead));
const OverviewPage = lazyPart(() => load().then(m => m.OverviewPage));
const PairPage = lazyPart(() => load().then(m => m.PairPage));
const RecordTools = lazyPart(() => load().then(m => m.RecordTools));
const Refused = lazyPart(() => load().then(m => m.Refused));
const RestoreFreelancer = lazyPart(() => load().then(m => m.RestoreFreelancer));
const WriteMail = lazyPart(() => load().then(m => m.WriteMail));
const SkillsFilter = lazyPart(() => load().then(m => m.SkillsFilter));

/** Where freelancers differ from what the metadata draws. */
export const freelancer: Override<'freelancer'> = {
  cells: {
    email: { width: 248, rank: 2 },
    mspName: { width: 140, rank: 3 },
    dayRate: { width: 96, align: 'end' },
    lastLoginAt: { rank: 3 },
  },
  filters: {
    skills: SkillsFilter,
    skillsAny: SkillsFilter,
    language: LanguageFilter,
    place: PlaceFilter,
    poolId: PoolFilter,
  },
  inputs: { dayRate: DayRateInput, photoResourceId: PhotoInput, poolIds: PoolsInput },
  dialogs: {
    delete: DeleteFreelancer,
    restore: RestoreFreelancer,
    erase: EraseDialog,
    exportPerson: ExportDialog,
    merge: MergeDialog,
    writeMail: WriteMail,
  },
  Head: PendingHead,
  RecordTools,
  Chosen: ApplyChosen,
  Overview,
  facts: { languages: LanguagesFact },
  tabs: [
    { name: 'files', label: 'freelancer.files.tab', needs: ['application.read'], Body: FilesTab },
    { name: 'mails', label: 'freelancer.mails.tab', Body: MailsTab },
    {
      name: 'pools',
      label: 'freelancer.pools.tab',
      count: ({ poolMemberships }) => poolMemberships.length,
      Body: PoolsTab,
    },
    { name: 'binding', label: 'freelancer.binding.tab', Body: BindingTab },
  ],
  rowMenu: [
    { label: 'freelancer.overview.title', icon: 'users', to: ({ id }) => `/users/freelancers/${id}/overview` },
    {
      label: 'freelancer.impersonate.menu',
      icon: 'external',
      needs: 'freelancer.impersonate',
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
