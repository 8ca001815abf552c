// What assigns MSPs to a project in one file, so that it comes in one part.
export { AssignedTab } from './AssignedTab';
export { AssignPage } from './AssignPage';
