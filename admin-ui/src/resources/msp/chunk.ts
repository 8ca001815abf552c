// Everything that opens over the list in one file, so that it comes in one part.
export { Depends } from './Depends';
export { EntitiesTab } from './EntitiesTab';
export { ImpersonatePage } from './ImpersonatePage';
export { Activate, Deactivate } from './MoveDialog';
export { PermissionsDialog } from './PermissionsDialog';
export { UsersTab } from './UsersTab';
