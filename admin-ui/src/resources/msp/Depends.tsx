import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/overrideProps';
import type { Msp } from '../../generated/resources';

/** How much depends on an MSP. */
export const Depends = ({ record }: AsideProps<Msp>) => {
  const t = useTranslate();
  const counts = [
    t('msp.head.freelancers', { smart_count: record.freelancerCount }),
    t('msp.head.applications', { smart_count: record.openApplicationCount }),
    t('msp.head.projects', { smart_count: record.activeProjectCount }),
  ];
  return <span>{counts.join(' · ')}</span>;
};
