import type { CellProps } from '../../engine/overrideProps';
import { useEntity } from './EntityCell';

/** The kind of record and its number in one, on a small screen. */
export const EntityLine = ({ record }: CellProps) => `${useEntity()(String(record['entity']))} ${record['entityId']}`;

/** What another part of the line has said. */
export const NoLine = () => null;
