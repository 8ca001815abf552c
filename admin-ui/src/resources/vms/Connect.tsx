import { useLocale, useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/override';
import { whenOf } from '../../format/when';
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
  const locale = useLocale() ?? 'en';
  const stateOf = (isSet: boolean, at: string | null) => {
    if (!isSet) return t('panel.vms.connect.notSet');
    return at ? t('panel.vms.connect.setAt', { at: whenOf(locale, at) }) : t('panel.vms.connect.isSet');
  };
  return (
    <div className="vms-try">
      <LastCalls record={record} {...(onDone && { onDone })} />
      <ConnectionTest id={record.id} />
      <Pace record={record} />
      <section className="vms-part" aria-label={t('panel.vms.connect.secrets')}>
        <h3>{t('panel.vms.connect.secrets')}</h3>
        <dl>
          <div>
            <dt>{t('panel.vms.connect.outbound')}</dt>
            <dd>
              {record.auth === 'NONE' ? t('panel.vms.connect.notNeeded') : stateOf(record.hasSecret, record.secretAt)}
            </dd>
          </div>
          <div>
            <dt>{t('panel.vms.connect.inbound')}</dt>
            <dd>{stateOf(record.hasInbound, record.inboundSecretAt)}</dd>
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

/** How much a connection may send, how near it is to a pause, and whether it hears as much as usual. */
const Pace = ({ record }: { record: VmsConnection }) => {
  const t = useTranslate();
  const { ratePerMinute, failures, silent, shapeChanged } = record;
  const facts = {
    budget: t('panel.vms.connect.perMinute', { smart_count: ratePerMinute }),
    circuit: t('panel.vms.connect.failures', { count: failures }),
    silence: t(silent ? 'panel.vms.connect.isSilent' : 'panel.vms.connect.asUsual'),
    shape: t(shapeChanged ? 'panel.vms.connect.isChanged' : 'panel.vms.connect.asUsual'),
  };
  return (
    <section className="vms-part" aria-label={t('panel.vms.connect.pace')}>
      <h3>{t('panel.vms.connect.pace')}</h3>
      <dl>
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name}>
            <dt>{t(`panel.vms.connect.${name}`)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
