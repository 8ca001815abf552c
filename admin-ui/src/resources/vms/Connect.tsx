import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/override';
import type { VmsConnection } from '../../generated/resources';
import { ConnectionTest } from './ConnectionTest';
import { CopyButton } from './CopyButton';
import { LastCalls } from './LastCalls';
import { inboundAddress, signedCall } from './signedCall';
import './vms.css';

/** How a connection is connected both ways: what the VMS is given, whether it answers, and when it was called last. */
export const Connect = ({ record, onDone }: AsideProps<VmsConnection>) => {
  const t = useTranslate();
  const call = signedCall(record);
  const stateOf = (isSet: boolean) => t(isSet ? 'panel.vms.connect.isSet' : 'panel.vms.connect.notSet');
  return (
    <div className="vms-try">
      <LastCalls record={record} {...(onDone && { onDone })} />
      <ConnectionTest id={record.id} />
      <section className="vms-part" aria-label={t('panel.vms.connect.secrets')}>
        <h3>{t('panel.vms.connect.secrets')}</h3>
        <dl>
          <div>
            <dt>{t('panel.vms.connect.outbound')}</dt>
            <dd>{record.auth === 'NONE' ? t('panel.vms.connect.notNeeded') : stateOf(record.hasSecret)}</dd>
          </div>
          <div>
            <dt>{t('panel.vms.connect.inbound')}</dt>
            <dd>{stateOf(record.hasInbound)}</dd>
          </div>
        </dl>
      </section>
      <section className="vms-part" aria-label={t('panel.vms.connect.address')}>
        <h3>{t('panel.vms.connect.address')}</h3>
        <p className="t2">{t('panel.vms.connect.addressText')}</p>
        <div className="vms-do">
          <code className="mono">{inboundAddress(record.id)}</code>
          <CopyButton text={inboundAddress(record.id)} label="panel.vms.connect.copyAddress" />
        </div>
      </section>
      <section className="vms-part vms-read" aria-label={t('panel.vms.connect.call')}>
        <h3>{t('panel.vms.connect.call')}</h3>
        <p className="t2">{t(`panel.vms.connect.${record.inbound === 'BASIC' ? 'basicText' : 'callText'}`)}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
        <pre tabIndex={0}>{call}</pre>
        <CopyButton text={call} label="panel.vms.connect.copyCall" />
      </section>
    </div>
  );
};
