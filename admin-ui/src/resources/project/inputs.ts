// The inputs of the form in one file, so that they come in one part.
export { BulkStatus } from './BulkStatus';
export { ClientInput } from './ClientInput';
export { LegalEntityInput } from './LegalEntityInput';
export { PositionsInput } from './PositionsInput';
export { TitleInput } from './TitleInput';
