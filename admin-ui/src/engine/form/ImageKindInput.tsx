import { ImageUploader } from '../../ui/ImageUploader';
import { useSubject } from './FormContext';
import type { KindInputProps } from './KindInputProps';

/** One image, cut to its shape. */
export const ImageKindInput = ({ value, label, onChange }: KindInputProps) => (
  <ImageUploader label={label} about={useSubject()} value={value ? String(value) : ''} onChange={onChange} />
);
