import { CodeCell } from '../../engine/cells/kindCells';
import type { Override } from '../../engine/override';
import { ApplicationsCell } from './ApplicationsCell';
import { FailedLine } from './FailedLine';
import { ClientInput } from './ClientInput';
import { LegalEntityInput } from './LegalEntityInput';
import { PositionsInput } from './PositionsInput';
import { SourceHead } from './SourceHead';
import { TitleInput } from './TitleInput';

/** Where projects differ from what the metadata draws. */
export const project: Override<'project'> = {
  cells: {
    applicationCounts: { Cell: ApplicationsCell, width: 120, align: 'end', Line: FailedLine },
    vmsId: { Cell: CodeCell, width: 108, rank: 3 },
  },
  inputs: { clientId: ClientInput, legalEntityId: LegalEntityInput, positions: PositionsInput, title: TitleInput },
  Head: SourceHead,
};
