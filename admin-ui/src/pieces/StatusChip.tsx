import { Chip } from './Chip';
import { lookOf } from './statusLook';

interface Props {
  /** The enumeration the value belongs to: projectStatus, applicationStatus, userStatus. */
  of: string;
  value: string;
  /** The word, already translated. */
  label: string;
}

/** The state of a record. */
export const StatusChip = ({ of, value, label }: Props) => <Chip {...lookOf(of, value)}>{label}</Chip>;
