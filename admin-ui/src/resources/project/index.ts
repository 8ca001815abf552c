import type { Override } from '../../engine/override';
import { ApplicationsCell } from './ApplicationsCell';
import { ClientInput } from './ClientInput';
import { FailedSends } from './FailedSends';
import { FormulaInput } from './FormulaInput';
import { LegalEntityInput } from './LegalEntityInput';
import { DeleteProject, RestoreProject } from './MoveDialog';
import { PositionsInput } from './PositionsInput';
import { SourceHead } from './SourceHead';
import { TitleInput } from './TitleInput';

const form = ({ id }: { id: number }) => `/projects/list/${id}`;

/** Where projects differ from what the metadata draws. */
export const project: Override<'project'> = {
  cells: { applicationCounts: { Cell: ApplicationsCell, width: 120, align: 'end', rank: 2, Line: FailedSends } },
  inputs: {
    clientId: ClientInput,
    legalEntityId: LegalEntityInput,
    positions: PositionsInput,
    title: TitleInput,
    payRateFormula: FormulaInput,
    billRateFormula: FormulaInput,
  },
  dialogs: { delete: DeleteProject, restore: RestoreProject },
  Head: SourceHead,
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
