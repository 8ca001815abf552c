import { FileInput } from '../../pieces/FileInput';
import type { KindInputProps } from './kindInputs';

/** One file, or as many as the field holds. */
export const FileKindInput = ({ field, value, onChange }: KindInputProps) =>
  field.many ? (
    <FileInput isMany max={field.max} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
  ) : (
    <FileInput value={value ? [String(value)] : []} onChange={([id]) => onChange(id ?? '')} />
  );
