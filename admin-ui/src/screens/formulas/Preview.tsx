import { useId } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useErrorTexts, useFailureText } from '../../engine/form/useFailureText';
import { formatMoney } from '../../ui/money';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { type Key, keys } from './calls';
import type { Row, usePreview } from './usePreview';

interface Props {
  hasClient: boolean;
  preview: ReturnType<typeof usePreview>;
}

/** What the formulas give for applications that are open now. */
export const Preview = ({ hasClient, preview }: Props) => {
  const t = useTranslate();
  const title = useId();
  const { rows, error, isBusy, retry } = preview;
  return (
    <section className="fml-preview" aria-labelledby={title} aria-busy={isBusy}>
      <h2 id={title}>{t('panel.formulas.preview.title')}</h2>
      <p className="t2 s13">{t(hasClient ? 'panel.formulas.preview.hint' : 'panel.formulas.preview.choose')}</p>
      {error && <Failure error={error} onRetry={retry} />}
      {hasClient && !rows && !error && <Skeleton width={320} />}
      {hasClient && rows?.length === 0 && <p className="t2 s13">{t('panel.formulas.preview.none')}</p>}
      {hasClient && rows && rows.length > 0 && <Rates rows={rows} title={title} />}
    </section>
  );
};

const was = { payRateFormula: 'payRate', billRateFormula: 'billRate' } as const;

const Rates = ({ rows, title }: { rows: readonly Row[]; title: string }) => {
  const t = useTranslate();
  return (
    <div className="fml-scroll">
      <table className="fml-rates" aria-labelledby={title}>
        <thead>
          <tr>
            <th scope="col">{t('panel.formulas.preview.application')}</th>
            <th scope="col">{t('panel.formulas.preview.talent')}</th>
            <th scope="col">{t('panel.formulas.preview.pay')}</th>
            <th scope="col">{t('panel.formulas.preview.bill')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.sample.applicationId}>
              <th scope="row" className="mono">
                {row.sample.handle}
              </th>
              <td>
                <Amount value={row.sample.inputs?.['talentRate']} currency={row.sample.currency} />
              </td>
              {keys.map(key => (
                <td key={key}>
                  <Change row={row} of={key} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Change = ({ row, of }: { row: Row; of: Key }) => {
  const say = useFailureText();
  const textsOf = useErrorTexts();
  const before = row.sample.inputs?.[was[of]];
  const { currency } = row.sample;
  if (row.error?.key === of) {
    const { cause } = row.error;
    const wrong = cause.sayingOf('formula');
    return <span className="fml-bad">{wrong ? say(wrong.key, wrong.params) : textsOf(cause).join(' ')}</span>;
  }
  const after = row.rates[of];
  if (after === undefined || before === after) return <Amount value={after} currency={currency} />;
  return (
    <>
      <del className="t3">
        <Amount value={before} currency={currency} />
      </del>{' '}
      <ins>
        <Amount value={after} currency={currency} />
      </ins>
    </>
  );
};

const Amount = ({ value, currency }: { value: unknown; currency: string }) => {
  const locale = useLocale() ?? 'en';
  return <>{typeof value === 'number' ? formatMoney(locale, value, currency) : '–'}</>;
};
