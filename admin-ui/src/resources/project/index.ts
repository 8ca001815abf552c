import type { Override } from '../../engine/override';
import { ApplicationsCell } from './ApplicationsCell';
import { ClientInput } from './ClientInput';
import { LegalEntityInput } from './LegalEntityInput';
import { PositionsInput } from './PositionsInput';
import { SourceHead } from './SourceHead';
import { TitleInput } from './TitleInput';

/** Where projects differ from what the metadata draws. */
export const project: Override<'project'> = {
  cells: { applicationCounts: { Cell: ApplicationsCell, width: 120, align: 'end', rank: 2, line: 1 } },
  inputs: { clientId: ClientInput, legalEntityId: LegalEntityInput, positions: PositionsInput, title: TitleInput },
  Head: SourceHead,
};
