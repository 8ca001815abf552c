import { FileInput } from '../../ui/FileInput';
import { typesOf } from '../../ui/fileRules';
import { useSubject } from './FormContext';
import type { KindInputProps } from './KindInputProps';

/** One file, or as many as the field holds. */
export const FileKindInput = ({ field, value, onChange }: KindInputProps) => {
  const about = useSubject();
  const types = field.accept && typesOf(field.accept);
  if (field.many) {
    const ids = Array.isArray(value) ? value.map(String) : [];
    return <FileInput isMany max={field.max} about={about} types={types} value={ids} onChange={onChange} />;
  }
  return (
    <FileInput
      about={about}
      types={types}
      value={value ? [String(value)] : []}
      onChange={([id]) => onChange(id ?? '')}
    />
  );
};
