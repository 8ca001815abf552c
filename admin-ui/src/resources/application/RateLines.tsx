import { useLocale, useTranslate } from 'ra-core';
import type { Application } from '../../generated/resources';
import { Empty } from '../../ui/Empty';
import { formatMoney } from '../../ui/money';
import { Note } from '../../ui/Note';
import { breakdownOf } from './breakdown';
import { unitSuffix } from './unitSuffix';
import { useLimits } from './useLimits';

interface Props {
  application: Application;
}

const rates = ['talentRate', 'payRate', 'billRate'] as const;

/** The rates of an application as they hold, and what is out of the ordinary about them. */
export const RateLines = ({ application }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const limits = useLimits(application);
  const { rateUnit, currency, rateOverride, rateOverrideReason } = application;
  if (rates.every(name => typeof application[name] !== 'number')) {
    return <Empty icon="code" title={t('panel.application.noRate')} />;
  }
  const written = (amount: number | null) =>
    typeof amount === 'number' ? formatMoney(locale, amount, currency ?? undefined) : '–';
  const { warnings = [], byHand = [] } = breakdownOf(application.rateBreakdown) ?? {};
  const why = byHand.length > 0 ? 'panel.application.setByHand' : 'panel.application.overridden';
  return (
    <>
      <table className="app-rates">
        <caption className="vh">{t('panel.application.tab.rate')}</caption>
        <tbody>
          {rates.map(name => (
            <tr key={name} className={name === 'billRate' ? 'sum' : ''}>
              <th scope="row">
                {t(`resources.application.fields.${name}`)}{' '}
                {byHand.includes(name) && <span className="t2">{t('panel.application.byHand')}</span>}
              </th>
              <td className="num">
                {written(application[name])} {rateUnit && <span className="t2">{t(unitSuffix(rateUnit))}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rateOverride && <Note tone="accent">{t(why, { reason: rateOverrideReason || '–' })}</Note>}
      {warnings.map(({ code, min, max }) => (
        <Note key={code} tone="warn" icon="alert">
          {t(`detail.${code}`)} {limits({ min, max })}
        </Note>
      ))}
    </>
  );
};
