import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useFieldProps } from './FieldContext';
import { Icon } from './Icon';
import { Line } from './Line';

/** One thing to choose. */
interface Choice {
  value: string;
  label: string;
}

interface Props {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  choices: readonly Choice[];
  /** The first line, for nothing chosen. Without one something is always chosen. */
  empty?: string;
  /** Its name when no field stands around it. */
  label?: string;
  small?: boolean;
}

/**
 * One of a few. MUI draws the field; the list is the browser's own, which brings keys, type-ahead, the right form on a
 * phone and room beyond the window (decision 0015 has the figures). What is long is a Combobox, where one types.
 */
export const Select = ({ value, onChange, onBlur, choices, empty, label, small }: Props) => {
  const { id, readOnly, ...field } = useFieldProps();
  const chosen = choices.find(choice => choice.value === value);
  if (readOnly) return <Line readOnly value={chosen?.label ?? value} />;
  return (
    <NativeSelect
      variant="outlined"
      input={<OutlinedInput />}
      fullWidth
      className={`in ${small ? 'sm' : ''}`}
      error={field['aria-invalid'] ?? false}
      IconComponent={Down}
      inputProps={{ ...field, ...(id && { id }), 'aria-label': label }}
      value={value}
      {...(onBlur && { onBlur })}
      onChange={event => onChange(event.target.value)}
    >
      {(empty !== undefined || (value === '' && !chosen)) && <option value="">{empty ?? ''}</option>}
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  );
};

const Down = ({ className }: { className?: string }) => (
  <span className={className}>
    <Icon name="down" />
  </span>
);
