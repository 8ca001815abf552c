import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/overrideProps';
import type { VmsInbound } from '../../generated/resources';
import { findResource, resourceLabel, useCan, useMeta, useResourceMeta } from '../../meta';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { kindAbout } from './kindAbout';

/** Whose message it is, and the ways to its record, its mappings, its story and the message that it says again. */
export const MessageHead = ({ record }: AsideProps<VmsInbound>) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const canReadStory = useCan('audit.read');
  const meta = useResourceMeta();
  const earlier = record.earlierId;
  const about = findResource(useMeta(), kindAbout(record.entity));
  const to = about && record.entityId > 0 ? `${about.route}/${record.entityId}` : '';
  const filter = JSON.stringify({ connectionId: record.connectionId, entity: record.entity });
  const mappings = '/platform/vms/mappings';
  return (
    <>
      <span>{record.connectionName}</span>
      {about && canOpen(to) && <Link to={to}>{t(resourceLabel(about, 'name'))}</Link>}
      {canOpen(mappings) && (
        <Link to={`${mappings}?${new URLSearchParams({ filter })}`}>{t('panel.vms.message.mappings')}</Link>
      )}
      {canReadStory && (
        <Link to={`/support/${encodeURIComponent(record.messageId)}`}>{t('panel.vms.message.story')}</Link>
      )}
      {earlier && <Link to={`${meta.route}/${earlier}`}>{t('panel.vms.message.earlier')}</Link>}
    </>
  );
};
