// The parts of the forms in one file, so that they come in one part.
export { BulkStatus } from './BulkStatus';
export { FreelancerInput, MspInput, ProjectInput } from './LookupInputs';
export { CurrencyInput, LaterInput, OverrideReasonInput, RateInput } from './RateInputs';
export { ProviderInput } from './ProviderInput';
export { MissingLine } from './MissingLine';
