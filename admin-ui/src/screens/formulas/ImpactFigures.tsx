import { useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { formatAmount } from '../../ui/money';
import type { RateImpact } from '../../generated/answers';

interface Props {
  impact: RateImpact;
  locale: string;
}

/** How many rates change, and by how much. */
export const ImpactFigures = ({ impact, locale }: Props) => {
  const t = useTranslate();
  const figures = [
    { key: 'open', text: formatNumber(locale, impact.open) },
    { key: 'changed', text: formatNumber(locale, impact.changed) },
    ...(impact.failed > 0 ? [{ key: 'failed', text: formatNumber(locale, impact.failed) }] : []),
    ...(['min', 'median', 'max'] as const).flatMap(key => {
      const value = impact[key];
      return value === null ? [] : [{ key, text: formatAmount(locale, value, 'exceptZero') }];
    }),
  ];
  const amount = (value: number | null) => (value === null ? '–' : formatAmount(locale, value));
  return (
    <>
      <dl className="fml-figures">
        {figures.map(({ key, text }) => (
          <div key={key}>
            <dt>{t(`panel.formulas.impact.${key}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {impact.outliers.length > 0 && (
        <>
          <h3 className="s13">{t('panel.formulas.impact.outliers')}</h3>
          <ul className="fml-outliers">
            {impact.outliers.map(({ id, handle, from, to }) => (
              <li key={id}>
                <span className="mono">{handle}</span> <del className="t3">{amount(from)}</del> <ins>{amount(to)}</ins>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};
