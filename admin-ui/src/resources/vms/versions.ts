/** The dialogs that lead from one version of a mapping to another, loaded as one. */
export { NewVersion } from './NewVersion';
export { Publish, Reinstate } from './Publish';
