import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/override';
import type { VmsConnection } from '../../generated/resources';
import { Age } from '../../engine/cells/Age';
import { Note } from '../../ui/Note';

/** Says of a connection that hears less than usual since when. */
export const Silent = ({ record }: AsideProps<VmsConnection>) => {
  const t = useTranslate();
  if (!record.silent || !record.heardAt) return null;
  return (
    <Note tone="warn" icon="alert">
      {t('panel.vms.silent')} {t('resources.vmsConnection.fields.heardAt')}: <Age at={record.heardAt} />
    </Note>
  );
};
