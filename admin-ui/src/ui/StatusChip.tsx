import { Chip } from './Chip';
import { lookOf } from './statusLook';

interface Props {
  /** The value of an enumeration of states: ACTIVE, sf, AC. */
  status: string;
  /** The word, already translated. */
  label: string;
}

/** The state of a record. */
export const StatusChip = ({ status, label }: Props) => <Chip {...lookOf(status)}>{label}</Chip>;
