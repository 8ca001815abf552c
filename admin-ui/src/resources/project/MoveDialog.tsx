import { MoveTo } from '../../engine/form/MoveTo';
import type { DialogProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';

type Props = DialogProps<Project>;

/** Deletes a project, which can be restored. */
export const DeleteProject = (props: Props) => <MoveTo {...props} to="DELETED" />;

/** Restoring brings a project back closed. */
export const RestoreProject = (props: Props) => <MoveTo {...props} to="CLOSED" />;
