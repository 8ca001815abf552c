// The parts of the forms in one file, so that they come in one part.
export { BulkStatus } from './BulkStatus';
export { FreelancerInput, MspInput, ProjectInput } from './LookupInputs';
export { OverrideReasonInput } from './OverrideReasonInput';
export { ProviderInput } from './ProviderInput';
