import type { KeyboardEventHandler, Ref } from 'react';
import { Line } from './Line';

interface Props {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onKeyDown?: KeyboardEventHandler;
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password';
  placeholder?: string;
  /** More than one makes it a text area. */
  rows?: number;
  isMono?: boolean;
  autoComplete?: string;
  /** The keyboard that a phone shows. */
  inputMode?: 'numeric';
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** A line of text, or several. */
export const TextInput = ({ onChange, rows, isMono, inputMode, ref, ...rest }: Props) => (
  <Line
    {...rest}
    {...(inputMode && { slotProps: { input: { inputMode } } })}
    {...(ref && { inputRef: ref })}
    {...(rows && { multiline: true, rows })}
    className={isMono ? 'mono' : ''}
    onChange={event => onChange(event.target.value)}
  />
);
