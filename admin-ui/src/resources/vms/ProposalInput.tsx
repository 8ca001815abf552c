import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Line } from '../../ui/Line';
import { useProposalPart } from './useProposedText';

/** The same in the dialog of the proposal. */
export const ProposalInput = ({ source, field }: InputProps) => (
  <FieldInput source={source} field={field}>
    <Line value={useProposalPart(useFormState().base, field.name)} />
  </FieldInput>
);
