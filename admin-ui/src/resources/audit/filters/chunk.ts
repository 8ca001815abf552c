// The filters of the log come together, after the rows.
export { ActorFilter } from './ActorFilter';
export { BatchFilter } from './BatchFilter';
export { FieldFilter } from './FieldFilter';
export { RecordFilter } from './RecordFilter';
export { ValueFilter } from './ValueFilter';
