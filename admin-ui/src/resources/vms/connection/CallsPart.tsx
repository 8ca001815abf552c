import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../../format/format';
import { whenOf } from '../../../format/when';
import type { VmsActivity } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { Bar } from '../../../ui/Level';

/** How much of what may be sent in a minute is used, how near a pause is, and what was refused. */
export const CallsPart = ({ connection, activity }: { connection: VmsConnection; activity: VmsActivity }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { ratePerMinute: most, refused, refusedAt, refusedWhy } = connection;
  const { lastMinute, peak } = activity.calls;
  const title = t('panel.vms.calls.title');
  return (
    <section aria-label={title}>
      <h3>
        {title}
        <span className="t2 s12">{t('panel.vms.calls.limit', { limit: formatNumber(locale, most) })}</span>
      </h3>
      <Bar parts={[{ share: Math.min(1, lastMinute / most), tone: lastMinute >= most ? 'warn' : 'accent' }]} />
      <p className="t2 s13">{t('panel.vms.calls.used', { used: lastMinute, limit: most, peak })}</p>
      <p className="t2 s13">{t('panel.vms.connect.failures', { smart_count: activity.failures })}</p>
      {refused > 0 && refusedAt && (
        <p className="t2 s13">
          {t('panel.vms.calls.refused', { smart_count: refused, at: whenOf(locale, refusedAt) })}{' '}
          {refusedWhy && t(`enum.vmsRefusedWhy.${refusedWhy}`)}
        </p>
      )}
    </section>
  );
};
