import type { CellProps } from '../../engine/overrideProps';
import { useDetailText } from './useDetailText';

/** What a failure says besides its kind, in words. */
export const DetailCell = ({ record, field }: CellProps) => <>{useDetailText()(String(record[field.name] ?? ''))}</>;
