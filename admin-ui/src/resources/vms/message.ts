// The dialog of a message in one file, so that it comes in one part.
export { Exchanges } from './Exchanges';
export { MessageHead } from './MessageHead';
export { Replay, ReplayMany } from './Replay';
export { DetailInput } from './DetailInput';
