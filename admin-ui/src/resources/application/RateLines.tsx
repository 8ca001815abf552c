import { useLocale, useTranslate } from 'ra-core';
import type { Application } from '../../generated/resources';
import { formatNumber } from '../../engine/format';
import { Empty } from '../../pieces/Empty';
import { formatMoney } from '../../pieces/money';
import { breakdownOf } from './breakdown';

interface Props {
  application: Application;
}

/** The rates of an application, each with the formula it came by. */
export const RateLines = ({ application }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { talentRate, payRate, billRate, rateUnit, currency } = application;
  const breakdown = breakdownOf(application.rateBreakdown);
  if (talentRate === null && payRate === null && billRate === null) {
    return <Empty icon="code" title={t('panel.application.noRate')} />;
  }
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(locale, amount, currency ?? undefined));
  const inputs = Object.entries(breakdown?.inputs ?? {}).filter(([, value]) => value !== null);
  const step = (key: string) => breakdown?.steps.find(each => each.key === key);
  return (
    <>
      <p className="s12 t2">{rateUnit && t(`panel.application.per.${rateUnit}`)}</p>
      <table className="app-rates">
        <tbody>
          {(['talentRate', 'payRate', 'billRate'] as const).map(key => (
            <tr key={key} className={key === 'billRate' ? 'sum' : ''}>
              <th scope="row">{t(`resources.application.fields.${key}`)}</th>
              <td>
                <code>{step(key)?.expr}</code>
              </td>
              <td className="num">{money({ talentRate, payRate, billRate }[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {inputs.length > 0 && (
        <p className="s12 t2 app-inputs">
          {t('panel.application.inputs')}{' '}
          {inputs.map(([name, value]) => (
            <span key={name}>
              <code>{name}</code> {typeof value === 'number' ? formatNumber(locale, value) : String(value)}
            </span>
          ))}
        </p>
      )}
      {breakdown?.warnings.map(({ code, ...params }) => (
        <p key={`${code} ${params.key}`} className="s13 app-warn">
          {t(`detail.${code}`, params)}
        </p>
      ))}
    </>
  );
};
