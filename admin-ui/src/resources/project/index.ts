import { CodeCell } from '../../engine/cells/kindCells';
import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { formulas } from '../formulas';
import { Proposals } from '../vms';
import { applicationsOf } from './applications';
import { ApplicationsCell } from './ApplicationsCell';
import { FailedLine } from './FailedLine';

// The inputs and dialogs come with the form, not with the first row.
const load = () => import('./inputs');
const loadAssigning = () => import('./assigning');
const AssignedTab = lazyPart(() => loadAssigning().then(m => m.AssignedTab));
const AssignPage = lazyPart(() => loadAssigning().then(m => m.AssignPage));
const AmountsInput = lazyPart(() => load().then(m => m.AmountsInput));
const AutoCloseInput = lazyPart(() => load().then(m => m.AutoCloseInput));
const ClientInput = lazyPart(() => load().then(m => m.ClientInput));
const DeleteProject = lazyPart(() => load().then(m => m.DeleteProject));
const ExtendDialog = lazyPart(() => load().then(m => m.ExtendDialog));
const LegalEntityInput = lazyPart(() => load().then(m => m.LegalEntityInput));
const PoolsInput = lazyPart(() => load().then(m => m.PoolsInput));
const PositionsInput = lazyPart(() => load().then(m => m.PositionsInput));
const RecordTools = lazyPart(() => load().then(m => m.RecordTools));
const RestoreProject = lazyPart(() => load().then(m => m.RestoreProject));
const ProjectApplications = lazyPart(() =>
  import('../application/ProjectApplications').then(m => m.ProjectApplications),
);
const ShortlistTab = lazyPart(() => import('./shortlist/ShortlistTab').then(m => m.ShortlistTab));
const SkillsFilter = lazyPart(() => import('../skillTerm/SkillsFilter').then(m => m.SkillsFilter));
const SourceHead = lazyPart(() => load().then(m => m.SourceHead));
const TitleInput = lazyPart(() => load().then(m => m.TitleInput));

const form = ({ id }: { id: number }) => `/projects/list/${id}`;

/** Where projects differ from what the metadata draws. */
export const project: Override<'project'> = {
  cells: {
    applicationCounts: { Cell: ApplicationsCell, width: 112, align: 'end', Line: FailedLine },
    vmsId: { Cell: CodeCell, width: 100, rank: 3 },
    lastUpdated: { rank: 3 },
  },
  inputs: {
    autoCloseWhenFilled: AutoCloseInput,
    clientId: ClientInput,
    legalEntityId: LegalEntityInput,
    openAmounts: AmountsInput,
    poolIds: PoolsInput,
    positions: PositionsInput,
    title: TitleInput,
    ...formulas,
  },
  filters: { skills: SkillsFilter },
  dialogs: { delete: DeleteProject, extend: ExtendDialog, restore: RestoreProject },
  Head: SourceHead,
  RecordTools,
  aside: Proposals,
  rowMenu: [
    {
      label: 'msp.assign.title',
      icon: 'users',
      to: ({ id }) => `/projects/list/${id}/assign-msps`,
      when: ({ status }) => status !== 'DELETED',
    },
  ],
  pages: [{ path: ':id/assign-msps', Page: AssignPage }],
  tabs: [
    {
      name: 'applications',
      label: 'panel.application.ofProject.tab',
      count: ({ applicationCounts }) => applicationsOf(applicationCounts).total,
      Body: ProjectApplications,
    },
    {
      name: 'shortlist',
      label: 'project.shortlist.tab',
      needs: ['freelancer.pii.read', 'freelancer.read', 'rate.read'],
      isFull: true,
      Body: ShortlistTab,
    },
    { name: 'msps', label: 'msp.tab.assigned', count: p => p.msps?.length, Body: AssignedTab },
  ],
  remedies: {
    'project.block.periodEnded': { label: 'project.mend.period', to: form },
    'project.block.positionsFilled': { label: 'project.mend.positions', to: form },
    'project.block.ratesUnresolved': { label: 'project.mend.rates', to: form },
    'project.block.clientInactive': {
      label: 'project.mend.client',
      to: ({ clientId }) => `/platform/clients/${clientId}`,
    },
  },
};
