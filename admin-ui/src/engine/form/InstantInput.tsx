import { TextInput } from '../../pieces/TextInput';
import { useFieldProps } from '../../pieces/FieldContext';
import type { KindInputProps } from './kindInputs';

const pad = (n: number) => String(n).padStart(2, '0');

/** The instant as the reader's clock shows it, in the form the browser's own input takes. */
const local = (iso: string) => {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
};

/** A moment, by the reader's own clock. */
export const InstantInput = ({ value, onChange }: KindInputProps) => {
  const field = useFieldProps();
  const shown = typeof value === 'string' ? local(value) : '';
  if (field.readOnly) return <TextInput value={shown.replace('T', ' ')} onChange={onChange} />;
  return (
    <input
      {...field}
      className="in"
      type="datetime-local"
      value={shown}
      onChange={event => onChange(event.target.value ? new Date(event.target.value).toISOString() : null)}
    />
  );
};
