import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/override';
import type { VmsInbound } from '../../generated/resources';
import { findResource, resourceLabel, useMeta } from '../../meta';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { kindAbout } from './kindAbout';

/** Whose message it is, and the way to the record it is about. */
export const MessageHead = ({ record }: AsideProps<VmsInbound>) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const about = findResource(useMeta(), kindAbout(record.entity));
  const to = about && record.entityId > 0 ? `${about.route}/${record.entityId}` : '';
  return (
    <>
      <span>{record.connectionName}</span>
      {about && canOpen(to) && <Link to={to}>{t(resourceLabel(about, 'name'))}</Link>}
    </>
  );
};
