import { useId } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { textIfAny } from '../../providers/textIfAny';
import { formatMoney } from '../../ui/money';
import type { Breakdown, RateStep } from '../application/breakdown';
import './rates.css';

interface Props {
  /** As the application keeps it; undefined before the first computation. */
  breakdown: Breakdown | undefined;
}

/** How rates came about: what went in, and each formula with its exact result. */
export const RateBreakdown = ({ breakdown }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const title = useId();
  const inputText = (name: string, value: unknown) => {
    if (value === null) return t('panel.rate.notSet');
    if (typeof value === 'boolean') return t(value ? 'panel.cell.yes' : 'panel.cell.no');
    if (typeof value !== 'number') return String(value);
    return `${formatNumber(locale, value)}${name.endsWith('Pct') ? ' %' : ''}`;
  };
  if (!breakdown) return <p className="t2 s13">{t('panel.rate.noBreakdown')}</p>;
  const { inputs, steps, currency, formulaVersionId } = breakdown;
  return (
    <section className="brk" aria-labelledby={title}>
      <h3 id={title}>{t('panel.rate.breakdown')}</h3>
      <ol>
        {steps.map(step => (
          <Step key={step.key} step={step} currency={currency} />
        ))}
      </ol>
      <h4 className="t2 s12">{t('panel.rate.inputs')}</h4>
      <dl>
        {Object.entries(inputs).map(([name, value]) => (
          <div key={name}>
            <dt>
              {textIfAny(t, [`panel.rate.input.${name}`])} <span className="mono s12">{name}</span>
            </dt>
            <dd>{inputText(name, value)}</dd>
          </div>
        ))}
      </dl>
      {formulaVersionId !== null && <p className="t2 s12">{t('panel.rate.version', { id: formulaVersionId })}</p>}
    </section>
  );
};

const Step = ({ step, currency }: { step: RateStep; currency: string }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return (
    <li>
      <span>{t(`resources.application.fields.${step.key}`)}</span>
      <code>{step.expr}</code>
      <span className="num">
        {step.value === null ? '–' : formatMoney(locale, step.value, currency)}
        {step.exact && <small className="t2">{t('panel.rate.exact', { value: step.exact })}</small>}
      </span>
    </li>
  );
};
