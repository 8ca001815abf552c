import { useTranslate } from 'ra-core';
import { lazyPart } from '../../ui/lazyPart';
import { MenuButton } from '../../ui/Menu';
import type { Saved } from '../useRecordSaved';
import { useRowTitle } from './useRowTitle';

interface Props {
  record: Saved;
}

const RowLines = lazyPart(() => import('./RowLines').then(m => m.RowLines));

/** Fetches what the open menu of a row is made of. */
export const loadRowLines = RowLines.load;

/** Everything one can do with a record, always in sight. */
export const RowMenu = ({ record }: Props) => {
  const titleOf = useRowTitle();
  const t = useTranslate();
  const label = t('panel.row.menu', { title: titleOf(record) });
  return (
    <MenuButton label={label} small of={record.id} load={loadRowLines}>
      {place => <RowLines {...place} record={record} />}
    </MenuButton>
  );
};
