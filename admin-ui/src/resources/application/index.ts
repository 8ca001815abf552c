import { lazy } from 'react';
import { CodeCell } from '../../engine/cells/kindCells';
import type { Override } from '../../engine/override';
import { ReadyCell } from './ReadyCell';
import { RateCell } from './RateCell';
import { FailedLine } from './FailedLine';

// Each page comes in a part of its own, with what only it needs.
const Drawer = lazy(() => import('./Drawer').then(m => ({ default: m.Drawer })));
const EditPage = lazy(() => import('./EditPage').then(m => ({ default: m.EditPage })));
const ComparePage = lazy(() => import('./compare/ComparePage').then(m => ({ default: m.ComparePage })));
const CompareButton = lazy(() => import('./compare/CompareButton').then(m => ({ default: m.CompareButton })));
const inputs = () => import('./inputs');
const BulkStatus = lazy(() => inputs().then(m => ({ default: m.BulkStatus })));
const FreelancerInput = lazy(() => inputs().then(m => ({ default: m.FreelancerInput })));
const MspInput = lazy(() => inputs().then(m => ({ default: m.MspInput })));
const ProjectInput = lazy(() => inputs().then(m => ({ default: m.ProjectInput })));
const ProviderInput = lazy(() => inputs().then(m => ({ default: m.ProviderInput })));
const CurrencyInput = lazy(() => inputs().then(m => ({ default: m.CurrencyInput })));
const LaterInput = lazy(() => inputs().then(m => ({ default: m.LaterInput })));
const OverrideReasonInput = lazy(() => inputs().then(m => ({ default: m.OverrideReasonInput })));

/** Where applications differ from what the metadata draws. */
export const application: Override<'application'> = {
  cells: {
    projectTitle: { width: 160, rank: 2 },
    readiness: { Cell: ReadyCell, width: 116, label: 'panel.application.ready' },
    status: { Line: FailedLine, width: 148 },
    clientName: { width: 108 },
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
    payRate: LaterInput,
    billRate: LaterInput,
    rateOverride: LaterInput,
    rateOverrideReason: OverrideReasonInput,
  },
  bulk: { changeStatus: BulkStatus },
  asks: { notifyTalent: 'talentTold' },
  Detail: Drawer,
  Chosen: CompareButton,
  pages: [
    { path: ':id/edit', Page: EditPage },
    { path: 'compare/:ids', Page: ComparePage },
  ],
  mends: {
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
      label: 'panel.application.mend.consentMissing',
      to: ({ freelancerId }) => `/users/freelancers/${freelancerId}`,
    },
  },
};

function form({ id }: { id: number }) {
  return `/projects/applications/${id}/edit`;
}
