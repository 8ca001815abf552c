import { ImageUploader } from '../../pieces/ImageUploader';
import type { KindInputProps } from './kindInputs';

/** One image, cut to its shape. */
export const ImageKindInput = ({ value, label, onChange }: KindInputProps) => (
  <ImageUploader label={label} value={value ? String(value) : ''} onChange={onChange} />
);
