import { useFieldProps } from './FieldContext';
import { Icon } from './Icon';
import './field.css';

/** One thing to choose. */
export interface Choice {
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

/** One of a few. The browser's own list brings keys, type-ahead and the right form on a phone. */
export const Select = ({ value, onChange, onBlur, choices, empty, label, small }: Props) => {
  const { readOnly, ...field } = useFieldProps();
  const chosen = choices.find(choice => choice.value === value);
  if (readOnly) return <input {...field} className="in" readOnly value={chosen?.label ?? value} />;
  return (
    <span className={`selw ${small ? 'sm' : ''}`}>
      <select
        {...field}
        className="in"
        aria-label={label}
        value={value}
        onBlur={onBlur}
        onChange={e => onChange(e.target.value)}
      >
        {(empty !== undefined || (value === '' && !chosen)) && <option value="">{empty ?? ''}</option>}
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
};
