import { useLocale, useTranslate } from 'ra-core';
import { Bar } from '../../ui/Level';
import { formatMoney } from '../../ui/money';
import './rates.css';

interface Props {
  pay: number;
  bill: number;
  currency: string;
  /** What the project allows, where that is known. */
  min?: number | undefined;
  max?: number | undefined;
}

/** How much of the widest amount is left free at the end, so that a mark there can be seen. */
const room = 1.1;

/** What of the bill rate is paid and what is added, against the limits of the project. */
export const RateBar = ({ pay, bill, currency, min, max }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const longest = Math.max(pay, bill, min ?? 0, max ?? 0) * room;
  if (!(longest > 0)) return null;
  const paid = Math.min(pay, bill);
  const isOutside = bill < (min ?? bill) || bill > (max ?? bill);
  const written = (amount: number) => formatMoney(locale, amount, currency || undefined);
  const marks = [min, max].filter(limit => limit !== undefined);
  return (
    <div className="rate-bar">
      <div className="rate-track">
        <Bar
          parts={[
            { share: paid / longest, tone: 'accent' },
            { share: (bill - paid) / longest, tone: isOutside ? 'bad' : 'info' },
          ]}
        />
        {marks.map(limit => (
          <b key={limit} style={{ insetInlineStart: `${(limit / longest) * 100}%` }} />
        ))}
      </div>
      <ul>
        <li>
          <i className="accent" /> {t('panel.rate.bar.pay', { amount: written(pay) })}
        </li>
        <li>
          <i className={isOutside ? 'bad' : 'info'} />{' '}
          {t(bill < pay ? 'panel.rate.bar.below' : 'panel.rate.bar.added', { amount: written(Math.abs(bill - pay)) })}
        </li>
        {min !== undefined && <li>{t('panel.rate.bar.min', { amount: written(min) })}</li>}
        {max !== undefined && <li>{t('panel.rate.bar.max', { amount: written(max) })}</li>}
      </ul>
    </div>
  );
};
