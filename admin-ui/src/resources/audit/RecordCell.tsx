import { CodeCell } from '../../engine/cells/kindCells';
import type { CellProps } from '../../engine/overrideProps';

/** The id of the record; an entry about no single one has none. */
export const RecordCell = (props: CellProps) => (props.record['entityId'] === 0 ? null : <CodeCell {...props} />);
