/** What the page of a connection needs beside its form, loaded as one. */
export { Overview } from './Overview';
export { Cursor } from '../Cursor';
export { Shape } from '../Shape';
