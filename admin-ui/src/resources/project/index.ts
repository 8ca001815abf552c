import { lazy } from 'react';
import { CodeCell } from '../../engine/cells/kindCells';
import type { Override } from '../../engine/override';
import { ApplicationsCell } from './ApplicationsCell';
import { FailedLine } from './FailedLine';
import { SourceHead } from './SourceHead';

// The inputs come with the form, not with the first row.
const load = () => import('./inputs');
const ClientInput = lazy(() => load().then(m => ({ default: m.ClientInput })));
const LegalEntityInput = lazy(() => load().then(m => ({ default: m.LegalEntityInput })));
const PositionsInput = lazy(() => load().then(m => ({ default: m.PositionsInput })));
const BulkStatus = lazy(() => load().then(m => ({ default: m.BulkStatus })));
const TitleInput = lazy(() => load().then(m => ({ default: m.TitleInput })));

/** Where projects differ from what the metadata draws. */
export const project: Override<'project'> = {
  cells: {
    applicationCounts: { Cell: ApplicationsCell, width: 120, align: 'end', Line: FailedLine },
    vmsId: { Cell: CodeCell, width: 108, rank: 3 },
  },
  inputs: { clientId: ClientInput, legalEntityId: LegalEntityInput, positions: PositionsInput, title: TitleInput },
  bulk: { changeStatus: BulkStatus },
  Head: SourceHead,
};
