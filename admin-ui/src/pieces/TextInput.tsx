import type { Ref } from 'react';
import { useFieldProps } from './FieldContext';
import './field.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password';
  placeholder?: string;
  /** More than one makes it a text area. */
  rows?: number;
  isMono?: boolean;
  autoComplete?: string;
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** A line of text, or several. */
export const TextInput = ({ value, onChange, rows, type = 'text', isMono, autoComplete = 'off', ...rest }: Props) => {
  const props = {
    ...useFieldProps(),
    ...rest,
    value,
    autoComplete,
    className: `in ${isMono ? 'mono' : ''}`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return rows ? <textarea {...props} rows={rows} /> : <input {...props} type={type} />;
};
