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
  /** The list that offers what could be typed, and its line that Enter takes. */
  offers?: { list: string; active: string };
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

const ofList = (offers: Props['offers']) =>
  offers && {
    'aria-autocomplete': 'list' as const,
    'aria-controls': offers.list,
    'aria-activedescendant': offers.active,
  };

/** An area of fixed rows is the browser's own: MUI's measures its height anew, and with it the page, whenever it is drawn. */
const area = { multiline: true, inputComponent: 'textarea' } as const;

/** A line of text, or several. */
export const TextInput = ({ onChange, rows, isMono, inputMode, offers, ref, ...rest }: Props) => (
  <Line
    {...rest}
    {...((inputMode ?? offers) && { slotProps: { input: { inputMode, ...ofList(offers) } } })}
    {...(ref && { inputRef: ref })}
    {...(rows && { ...area, rows })}
    className={isMono ? 'mono' : ''}
    onChange={event => onChange(event.target.value)}
  />
);
