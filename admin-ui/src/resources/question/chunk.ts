// The parts of the form and of its tabs in one file, so that they come in one part.
export { CorrectInput } from './CorrectInput';
export { EntityInput, KeyInput, ScopeInput } from './WhoAsks';
export { FlagsInput } from './FlagsInput';
export { KindInput, TypeInput } from './TypeInput';
export { OptionsInput } from './OptionsInput';
export { PrefillInput } from './PrefillInput';
export { Simulator } from './Simulator';
export { TextKeyInput } from './TextKeyInput';
export { ValidationInput } from './ValidationInput';
export { VersionInput } from './VersionInput';
export { Versions } from './Versions';
