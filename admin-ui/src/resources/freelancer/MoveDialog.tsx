import { MoveTo } from '../../engine/form/MoveTo';
import type { DialogProps } from '../../engine/overrideProps';
import type { Freelancer } from '../../generated/resources';

type Props = DialogProps<Freelancer>;

/** Deletes a freelancer, who can be restored. */
export const DeleteFreelancer = (props: Props) => <MoveTo {...props} to="DL" />;

/** Restoring brings a freelancer back inactive. */
export const RestoreFreelancer = (props: Props) => <MoveTo {...props} to="DE" />;
