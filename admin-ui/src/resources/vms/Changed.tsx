import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/override';
import type { VmsConnection } from '../../generated/resources';
import { Link } from '../../router/Link';
import { Note } from '../../ui/Note';

/** Says of a connection that what it sends is not as it was, and leads to what that is. */
export const Changed = ({ record }: AsideProps<VmsConnection>) => {
  const t = useTranslate();
  if (!record.shapeChanged) return null;
  return (
    <Note tone="warn" icon="alert">
      {t('panel.vms.shape.changed')}{' '}
      <Link to={`/platform/vms/connections/${record.id}/shape`}>{t('panel.vms.tab.shape')}</Link>
    </Note>
  );
};
