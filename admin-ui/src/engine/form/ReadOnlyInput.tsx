import { Line } from '../../ui/Line';
import type { KindInputProps } from './KindInputProps';

const shown = (value: unknown) => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** A value that is shown as it is and edited elsewhere. */
export const ReadOnlyInput = ({ value }: KindInputProps) => <Line readOnly value={shown(value)} />;
