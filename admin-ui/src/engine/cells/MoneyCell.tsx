import { useLocale } from 'ra-core';
import { formatMoney } from '../../ui/money';
import type { CellProps } from '../overrideProps';

const currencyOf = (record: Record<string, unknown>, field: string) => {
  const currency = record[field];
  return typeof currency === 'string' ? currency : undefined;
};

/** An amount in the currency of its record. */
export const MoneyCell = ({ record, field }: CellProps) => {
  const locale = useLocale();
  const value = record[field.name];
  return (
    <>
      {typeof value === 'number'
        ? formatMoney(locale, value, currencyOf(record, field.currencyField ?? 'currency'))
        : null}
    </>
  );
};
