import { useTranslate } from 'ra-core';
import { lazyPart } from '../../ui/lazyPart';
import { MenuButton } from '../../ui/Menu';
import { recordTitle, useResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';

interface Props {
  record: Saved;
}

const RowLines = lazyPart(() => import('./RowLines').then(m => m.RowLines));

/** Fetches what the open menu of a row is made of. */
export const loadRowLines = RowLines.load;

/** Everything one can do with a record, always in sight. */
export const RowMenu = ({ record }: Props) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const label = t('panel.row.menu', { title: recordTitle(meta, record) });
  return (
    <MenuButton label={label} small of={record.id} load={loadRowLines}>
      {place => <RowLines {...place} record={record} />}
    </MenuButton>
  );
};
