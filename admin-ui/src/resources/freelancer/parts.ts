export { BindingTab } from './BindingTab';
export { EraseDialog } from './EraseDialog';
export { ExportDialog } from './ExportDialog';
export { ImpersonatePage } from './ImpersonatePage';
export { MergeDialog } from './MergeDialog';
export { DeleteFreelancer, RestoreFreelancer } from './MoveDialog';
export { OverviewPage } from './OverviewPage';
export { Refused } from './Refused';
