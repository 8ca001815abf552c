import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useFieldProps } from './FieldContext';

interface Props extends OutlinedInputProps {
  /** Its name when no field stands around it. */
  label?: string | undefined;
}

/** MUI's input, joined to the field around it. What one types in is made of it. */
export const Line = ({ className = '', slotProps, label, ...rest }: Props) => {
  const { id, readOnly, ...field } = useFieldProps();
  return (
    <OutlinedInput
      fullWidth
      autoComplete="off"
      id={id ?? ''}
      readOnly={readOnly ?? false}
      error={field['aria-invalid'] ?? false}
      {...rest}
      className={`in ${className}`}
      slotProps={{ ...slotProps, input: { 'aria-label': label, ...field, ...slotProps?.input } }}
    />
  );
};
