import type { Place } from '../../ui/Menu';
import { MenuLines } from '../../ui/MenuLines';
import { useRecordLines } from '../useRecordLines';
import type { Saved } from '../useRecordSaved';
import { useRowUi } from './ListUi';

interface Props extends Place {
  record: Saved;
}

/** The open menu of a row. */
export const RowLines = ({ record, ...place }: Props) => {
  const { open } = useRowUi();
  const lines = useRecordLines({
    record,
    onAction: action => open({ kind: 'action', action, record }),
    onDelete: () => open({ kind: 'delete', record }),
  });
  return <MenuLines {...place} lines={lines} />;
};
