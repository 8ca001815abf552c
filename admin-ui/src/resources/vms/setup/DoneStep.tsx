import { useTranslate } from 'ra-core';
import type { VmsSetup } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { useCanOpen } from '../../../meta/useCanOpen';
import { Link } from '../../../router/Link';
import { Button } from '../../../ui/Button';
import { newMappingAddress } from '../newMappingAddress';

interface Props {
  connection: VmsConnection;
  setup: VmsSetup;
  onAnother: () => void;
}

/** What was delivered, and what comes next. */
export const DoneStep = ({ connection, setup: { delivered, mapping, sandbox, waiting }, onAnother }: Props) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  if (!delivered || !mapping) return null;
  const isSandbox = sandbox !== '' && connection.baseUrl === sandbox;
  const statuses = newMappingAddress(connection, 'inbound', 'APPLICATION_STATUS');
  return (
    <>
      <p>
        {canOpen('/platform/vms/outbound') && (
          <Link to={`/platform/vms/outbound/${delivered.id}`}>{t('panel.vms.setup.done.message')}</Link>
        )}{' '}
        {canOpen('/platform/vms/outbound') && (
          <Link to={`/support/${encodeURIComponent(delivered.messageId)}`}>{t('panel.vms.message.story')}</Link>
        )}{' '}
        {isSandbox && (
          <a href={new URL('/', sandbox).href} target="_blank" rel="noreferrer">
            {t('panel.vms.setup.done.sandbox')}
          </a>
        )}
      </p>
      <h3>{t('panel.vms.setup.done.next')}</h3>
      <ol>
        <li>
          {mapping.state === 'LIVE' ? (
            t('panel.vms.setup.done.isLive', { number: mapping.number })
          ) : (
            <>
              <Link to={`/platform/vms/mappings/${mapping.id}/try`}>
                {t('panel.vms.setup.done.publish', { number: mapping.number })}
              </Link>{' '}
              {t('panel.vms.setup.done.waiting', { smart_count: waiting })}
            </>
          )}
        </li>
        <li>
          <Link to={statuses}>{t('panel.vms.setup.done.statuses')}</Link>
        </li>
        <li>
          <Link to={`/platform/vms/connections/${connection.id}`}>{t('panel.vms.setup.done.connection')}</Link>
        </li>
      </ol>
      <div className="vsu-do">
        <Button onClick={onAnother}>{t('panel.vms.setup.done.another')}</Button>
      </div>
    </>
  );
};
