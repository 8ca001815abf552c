import { useLocale, useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import type { Application } from '../../generated/resources';
import { Icon } from '../../ui/Icon';
import { formatMoney } from '../../ui/money';
import { unitSuffix } from './unitSuffix';

/** A rate with what it is for. */
export const RateCell = ({ record, field }: CellProps<Application>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const amount = { ...record }[field.name as 'billRate']; // one of the three rates
  if (typeof amount !== 'number') return null;
  const isByHand = record.rateOverride && field.name !== 'talentRate';
  return (
    <>
      {isByHand && (
        <span className="t2" title={t('resources.application.fields.rateOverride')}>
          <Icon name="edit" />
          <span className="vh">{t('resources.application.fields.rateOverride')}</span>{' '}
        </span>
      )}
      {formatMoney(locale, amount, record.currency ?? undefined)}{' '}
      {record.rateUnit && <span className="t2 s12">{t(unitSuffix(record.rateUnit))}</span>}
    </>
  );
};
