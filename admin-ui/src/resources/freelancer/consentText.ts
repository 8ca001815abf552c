import type { useTranslate } from 'ra-core';
import { formatDate } from '../../format/format';
import type { Freelancer } from '../../generated/resources';

/** What there is of a consent to process somebody's data, and until when. */
export const consentText = (
  t: ReturnType<typeof useTranslate>,
  locale: string,
  { consent }: Pick<Freelancer, 'consent'>,
) => {
  const { dataProcessingAt, validUntil } = consent;
  if (!dataProcessingAt) return t('freelancer.consent.missing');
  if (!validUntil) return t('freelancer.consent.forever');
  const until = formatDate(locale, validUntil);
  return t(new Date(validUntil) > new Date() ? 'freelancer.consent.until' : 'freelancer.consent.ended', { until });
};

/** Whether somebody has agreed to be in pools, as of now. */
export const allowsPools = ({ consent: { poolAt, validUntil } }: Pick<Freelancer, 'consent'>) =>
  poolAt !== null && (validUntil === null || new Date(validUntil) > new Date());
