import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../../format/format';
import type { AsideProps } from '../../engine/overrideProps';
import type { Freelancer } from '../../generated/resources';
import { consentText } from './consentText';

/** A new address that nobody has confirmed yet, until which the old one counts; and what there is of a consent. */
export const PendingHead = ({ record }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  return (
    <>
      {record.pendingEmail && (
        <span className="t3">{t('freelancer.head.pending', { email: record.pendingEmail })} </span>
      )}
      {record.erasureAskedAt && (
        <span className="chip bare loud warn">
          {t('freelancer.erasureAsked', { date: formatDate(locale, record.erasureAskedAt) })}
        </span>
      )}{' '}
      <span className="t3">{consentText(t, locale, record)}</span>
    </>
  );
};
