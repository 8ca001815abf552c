// What the form of a mapping shows beside its fields.
export { MappingInput } from './MappingInput';
export { MappingHints } from './MappingHints';
