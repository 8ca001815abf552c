import { CodeCell } from '../../engine/cells/kindCells';
import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { ReadyCell } from './ReadyCell';
import { RateCell } from './RateCell';
import { FailedLine } from './FailedLine';

// Each page comes in a part of its own, with what only it needs.
const Drawer = lazyPart(() => import('./Drawer').then(m => m.Drawer));
const EditPage = lazyPart(() => import('./EditPage').then(m => m.EditPage));
const ComparePage = lazyPart(() => import('./compare/ComparePage').then(m => m.ComparePage));
const CompareButton = lazyPart(() => import('./compare/CompareButton').then(m => m.CompareButton));
const inputs = () => import('./inputs');
const MissingLine = lazyPart(() => inputs().then(m => m.MissingLine));
const BulkStatus = lazyPart(() => inputs().then(m => m.BulkStatus));
const FreelancerInput = lazyPart(() => inputs().then(m => m.FreelancerInput));
const MspInput = lazyPart(() => inputs().then(m => m.MspInput));
const ProjectInput = lazyPart(() => inputs().then(m => m.ProjectInput));
const ProviderInput = lazyPart(() => inputs().then(m => m.ProviderInput));
const CurrencyInput = lazyPart(() => inputs().then(m => m.CurrencyInput));
const LaterInput = lazyPart(() => inputs().then(m => m.LaterInput));
const RateInput = lazyPart(() => inputs().then(m => m.RateInput));
const OverrideReasonInput = lazyPart(() => inputs().then(m => m.OverrideReasonInput));

/** Where applications differ from what the metadata draws. */
export const application: Override<'application'> = {
  cells: {
    projectTitle: { width: 200, rank: 2 },
    readiness: { Cell: ReadyCell, Card: MissingLine, width: 124, label: 'panel.application.ready' },
    status: { Line: FailedLine, width: 148 },
    clientName: { width: 128 },
    vmsId: { Cell: CodeCell, width: 100, rank: 3 },
    billRate: { Cell: RateCell, width: 128, align: 'end' },
    payRate: { Cell: RateCell, width: 128, align: 'end' },
    talentRate: { Cell: RateCell, width: 128, align: 'end' },
  },
  inputs: {
    projectId: ProjectInput,
    freelancerId: FreelancerInput,
    providerKind: ProviderInput,
    mspId: MspInput,
    currency: CurrencyInput,
    payRate: RateInput,
    billRate: RateInput,
    rateOverride: LaterInput,
    rateOverrideReason: OverrideReasonInput,
  },
  bulk: { changeStatus: BulkStatus },
  declinable: { notifyTalent: 'talentTold' },
  Detail: Drawer,
  isBeside: true,
  Chosen: CompareButton,
  pages: [
    { path: ':id/edit', Page: EditPage },
    { path: 'compare/:ids', Page: ComparePage },
  ],
  remedies: {
    'application.block.projectInactive': {
      label: 'panel.application.mend.projectInactive',
      to: ({ projectId }) => `/projects/list/${projectId}`,
    },
    'application.block.ratesMissing': { label: 'panel.application.mend.ratesMissing', to: form },
    'application.block.rateOutOfRange': { label: 'panel.application.mend.rateOutOfRange', to: form },
    'application.block.positionsFilled': {
      label: 'panel.application.mend.projectInactive',
      to: ({ projectId }) => `/projects/list/${projectId}`,
    },
    'application.block.consentMissing': {
      label: 'panel.application.mend.consentMissing',
      to: ({ freelancerId }) => `/users/freelancers/${freelancerId}`,
    },
    'application.block.talentInactive': {
      label: 'panel.application.mend.talentInactive',
      to: ({ freelancerId }) => `/users/freelancers/${freelancerId}`,
    },
  },
};

function form({ id }: { id: number }) {
  return `/projects/applications/${id}/edit`;
}
