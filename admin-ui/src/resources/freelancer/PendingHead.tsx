import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/override';
import type { Freelancer } from '../../generated/resources';

/** A new address that nobody has confirmed yet: until then the old one counts, which the form shows. */
export const PendingHead = ({ record }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  return record.pendingEmail ? (
    <span className="t3">{t('freelancer.head.pending', { email: record.pendingEmail })}</span>
  ) : null;
};
