import { useTranslate } from 'ra-core';
import { MenuButton, MenuLines, type Place } from '../../ui/Menu';
import { recordTitle, useResourceMeta } from '../../meta';
import { useRecordLines } from '../useRecordLines';
import type { Saved } from '../useRecordSaved';
import { useRowUi } from './ListUi';

interface Props {
  record: Saved;
}

/** Everything one can do with a record, always in sight. */
export const RowMenu = ({ record }: Props) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  return (
    <MenuButton label={t('panel.row.menu', { title: recordTitle(meta, record) })} small of={record.id}>
      {place => <RowLines {...place} record={record} />}
    </MenuButton>
  );
};

const RowLines = ({ record, ...place }: Props & Place) => {
  const { open } = useRowUi();
  const lines = useRecordLines({
    record,
    onAction: action => open({ kind: 'action', action, record }),
    onDelete: () => open({ kind: 'delete', record }),
  });
  return <MenuLines {...place} lines={lines} />;
};
