import { useLocale, useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/override';
import type { Application } from '../../generated/resources';
import { Icon } from '../../pieces/Icon';
import { formatMoney } from '../../pieces/money';
import { breakdownOf } from './breakdown';
import { unitSuffix } from './unitSuffix';

/** A rate with what it is for. */
export const RateCell = ({ record, field }: CellProps<Application>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const amount = { ...record }[field.name as 'billRate']; // one of the three rates
  if (typeof amount !== 'number') return null;
  const isByHand = breakdownOf(record.rateBreakdown)?.byHand.includes(field.name);
  return (
    <>
      {isByHand && (
        <span className="t2" title={t('panel.application.byHand')}>
          <Icon name="edit" />
          <span className="vh">{t('panel.application.byHand')}</span>{' '}
        </span>
      )}
      {formatMoney(locale, amount, record.currency ?? undefined)}{' '}
      {record.rateUnit && <span className="t2 s12">{t(unitSuffix(record.rateUnit))}</span>}
    </>
  );
};
