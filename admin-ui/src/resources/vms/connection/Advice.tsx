import { useTranslate } from 'ra-core';
import type { UnreadableAnswer, VmsTestStep } from '../../../generated/answers';
import { Link } from '../../../router/Link';

interface Props {
  connectionId: number;
  why: NonNullable<VmsTestStep['why']>;
  /** How long the VMS asks to wait, in seconds. */
  retryAfter?: number;
  unreadable: UnreadableAnswer | null;
}

/** Which failures are mended at the connection. */
const isMendedThere = new Set<Props['why']>(['NAME', 'REFUSED', 'NO_ACCESS', 'NOT_FOUND', 'TOO_MANY', 'UNREADABLE']);

/** What mends a call that has failed: each failure something else. What came in the place of JSON is shown. */
export const Advice = ({ connectionId, why, retryAfter = 0, unreadable }: Props) => {
  const t = useTranslate();
  const type = unreadable?.type || t('panel.vms.connect.advice.untyped');
  return (
    <>
      <p>
        {t(`panel.vms.connect.advice.${why}`)}{' '}
        {retryAfter > 0 && `${t('panel.vms.connect.advice.wait', { smart_count: retryAfter })} `}
        {isMendedThere.has(why) && (
          <Link to={`/platform/vms/connections/${connectionId}/details`}>{t('panel.vms.connect.advice.change')}</Link>
        )}
      </p>
      {unreadable && (
        <>
          <p>{t('panel.vms.connect.advice.came', { type })}</p>
          <pre className="vms-came">{unreadable.beginning}</pre>
        </>
      )}
    </>
  );
};
