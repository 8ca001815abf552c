import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { CellProps } from '../../engine/overrideProps';
import type { Msp } from '../../generated/resources';
import { Chip } from '../../ui/Chip';

/** Open applications; those of an MSP that is not at work wait for somebody. */
export const OpenApplications = ({ record }: CellProps<Msp>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { openApplicationCount: count, userStatus } = record;
  if (userStatus !== 'DE' || count === 0) return <>{formatNumber(locale, count)}</>;
  return (
    <Chip tone="warn" icon="alert" isLoud>
      {t('msp.cell.waiting', { smart_count: count })}
    </Chip>
  );
};
