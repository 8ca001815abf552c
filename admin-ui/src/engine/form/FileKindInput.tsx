import { FileInput } from '../../ui/FileInput';
import { useSubject } from './FormContext';
import type { KindInputProps } from './KindInputProps';

/** One file, or as many as the field holds. */
export const FileKindInput = ({ field, value, onChange }: KindInputProps) => {
  const about = useSubject();
  if (field.many) {
    const ids = Array.isArray(value) ? value.map(String) : [];
    return <FileInput isMany max={field.max} about={about} value={ids} onChange={onChange} />;
  }
  return <FileInput about={about} value={value ? [String(value)] : []} onChange={([id]) => onChange(id ?? '')} />;
};
