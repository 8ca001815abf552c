import { useTranslate } from 'ra-core';
import type { VmsSetup, VmsSetupMapping } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { useCanOpen } from '../../../meta/useCanOpen';
import { Link } from '../../../router/Link';
import { Button } from '../../../ui/Button';
import { ByHand } from '../ByHand';
import { ReceivedPart } from './ReceivedPart';
import { isSandboxAt, SandboxLink } from './SandboxLink';

interface Props {
  connection: VmsConnection;
  setup: VmsSetup;
  onAnother: () => void;
}

/** What was delivered and what has come in, and what comes next. */
export const DoneStep = ({ connection, setup, onAnother }: Props) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const { delivered, received, mapping, inbound, entity, sandbox, waiting, byHand } = setup;
  return (
    <>
      {received && inbound && entity && (
        <ReceivedPart connection={connection} entity={entity} mapping={inbound} message={received} />
      )}
      <p>
        {delivered && canOpen('/platform/vms/outbound') && (
          <>
            <Link to={`/platform/vms/outbound/${delivered.id}`}>{t('panel.vms.setup.done.message')}</Link>{' '}
            <Link to={`/support/${encodeURIComponent(delivered.messageId)}`}>{t('panel.vms.message.story')}</Link>{' '}
          </>
        )}
        {received && canOpen('/platform/vms/inbound') && (
          <Link to={`/platform/vms/inbound/${received.id}`}>{t('panel.vms.setup.done.received')}</Link>
        )}{' '}
        {isSandboxAt(connection, sandbox) && <SandboxLink address={sandbox} />}
      </p>
      <h3>{t('panel.vms.setup.done.next')}</h3>
      {mapping && byHand && <ByHand client={{ id: connection.clientId, name: connection.clientName }} />}
      <ol>
        {mapping && (
          <NextVersion mapping={mapping} name="publish">
            {t('panel.vms.setup.done.waiting', { smart_count: waiting })}
          </NextVersion>
        )}
        {inbound && <NextVersion mapping={inbound} name="publishInbound" />}
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

interface NextProps {
  mapping: VmsSetupMapping;
  /** Of the text that leads to where it is put in use. */
  name: 'publish' | 'publishInbound';
  children?: string;
}

/** Leads to where a version is put in use, unless it is. */
const NextVersion = ({ mapping: { id, number, state }, name, children }: NextProps) => {
  const t = useTranslate();
  if (state === 'LIVE') return <li>{t(`panel.vms.setup.done.${name}Is`, { number })}</li>;
  return (
    <li>
      <Link to={`/platform/vms/mappings/${id}/try`}>{t(`panel.vms.setup.done.${name}`, { number })}</Link> {children}
    </li>
  );
};
