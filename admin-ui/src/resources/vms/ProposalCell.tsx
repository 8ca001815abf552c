import type { CellProps } from '../../engine/overrideProps';
import { useProposalPart } from './useProposedText';

/** The name of the field that a proposal is about, or one of the two values of it. */
export const ProposalCell = ({ record, field }: CellProps) => <>{useProposalPart(record, field.name)}</>;
