/** What the page of a connection needs beside its form, loaded as one. */
export { Connect } from './Connect';
export { ConnectionAlarms } from './ConnectionAlarms';
export { Cursor } from './Cursor';
export { Shape } from './Shape';
