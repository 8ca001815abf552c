// The parts of the form and of its dialogs in one file, so that they come in one part.
export { AmountsInput } from './AmountsInput';
export { AutoCloseInput } from './AutoCloseInput';
export { ClientInput } from './ClientInput';
export { ExtendDialog } from './ExtendDialog';
export { FormulaInput } from './FormulaInput';
export { LegalEntityInput } from './LegalEntityInput';
export { DeleteProject, RestoreProject } from './MoveDialog';
export { PoolsInput } from '../pool/PoolsInput';
export { PositionsInput } from './PositionsInput';
export { RecordTools } from './RecordTools';
export { SourceHead } from './SourceHead';
export { TitleInput } from './TitleInput';
