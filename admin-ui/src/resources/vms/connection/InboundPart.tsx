import { useTranslate } from 'ra-core';
import type { VmsConnection } from '../../../generated/resources';
import { CopyButton } from './CopyButton';
import { inboundAddress, signedCall } from './signedCall';

/** Where the VMS sends its messages, and a signed call to try that with. */
export const InboundPart = ({ connection }: { connection: VmsConnection }) => {
  const t = useTranslate();
  const call = signedCall(connection);
  const address = inboundAddress(connection.id);
  return (
    <>
      <section aria-label={t('panel.vms.connect.address')}>
        <h3>{t('panel.vms.connect.address')}</h3>
        <p className="vmc-copy">
          <code>{address}</code>
          <CopyButton text={address} label="panel.vms.connect.copyAddress" />
        </p>
        <p className="t2 s12">{t('panel.vms.connect.addressText')}</p>
      </section>
      <section aria-label={t('panel.vms.connect.call')}>
        <h3>
          {t('panel.vms.connect.call')}
          <CopyButton text={call} label="panel.vms.connect.copyCall" />
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
        <pre tabIndex={0}>{call}</pre>
        <p className="t2 s12">{t(`panel.vms.connect.${connection.inbound === 'BASIC' ? 'basicText' : 'callText'}`)}</p>
      </section>
    </>
  );
};
