import { lazy } from 'react';
import { CodeCell } from '../../engine/cells/kindCells';
import type { Override } from '../../engine/override';
import { formulas } from '../formulas';
import { applicationsOf } from './applications';
import { ApplicationsCell } from './ApplicationsCell';
import { FailedLine } from './FailedLine';
import { SourceHead } from './SourceHead';

// The inputs and dialogs come with the form, not with the first row.
const load = () => import('./inputs');
const loadAssigning = () => import('./assigning');
const AssignedTab = lazy(() => loadAssigning().then(m => ({ default: m.AssignedTab })));
const AssignPage = lazy(() => loadAssigning().then(m => ({ default: m.AssignPage })));
const BulkStatus = lazy(() => load().then(m => ({ default: m.BulkStatus })));
const ClientInput = lazy(() => load().then(m => ({ default: m.ClientInput })));
const DeleteProject = lazy(() => load().then(m => ({ default: m.DeleteProject })));
const LegalEntityInput = lazy(() => load().then(m => ({ default: m.LegalEntityInput })));
const PositionsInput = lazy(() => load().then(m => ({ default: m.PositionsInput })));
const RestoreProject = lazy(() => load().then(m => ({ default: m.RestoreProject })));
const ProjectApplications = lazy(() =>
  import('../application/ProjectApplications').then(m => ({ default: m.ProjectApplications })),
);
const TitleInput = lazy(() => load().then(m => ({ default: m.TitleInput })));

const form = ({ id }: { id: number }) => `/projects/list/${id}`;

/** Where projects differ from what the metadata draws. */
export const project: Override<'project'> = {
  cells: {
    applicationCounts: { Cell: ApplicationsCell, width: 112, align: 'end', Line: FailedLine },
    vmsId: { Cell: CodeCell, width: 100, rank: 3 },
  },
  inputs: {
    clientId: ClientInput,
    legalEntityId: LegalEntityInput,
    positions: PositionsInput,
    title: TitleInput,
    ...formulas,
  },
  bulk: { changeStatus: BulkStatus },
  dialogs: { delete: DeleteProject, restore: RestoreProject },
  Head: SourceHead,
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
    { name: 'msps', label: 'msp.tab.assigned', count: p => p.msps?.length, Body: AssignedTab },
  ],
  mends: {
    'project.block.periodEnded': { label: 'project.mend.period', to: form },
    'project.block.positionsFilled': { label: 'project.mend.positions', to: form },
    'project.block.ratesUnresolved': { label: 'project.mend.rates', to: form },
    'project.block.clientInactive': {
      label: 'project.mend.client',
      to: ({ clientId }) => `/platform/clients/${clientId}`,
    },
  },
};
