import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { FunnelStep } from '../../generated/answers';

/** What the lines are drawn from: how many came to each step in each week, the last week first. */
export const WeeksTable = ({ steps: all }: { steps: FunnelStep[] }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const steps = all.filter(({ weeks }) => weeks);
  const weeks = [...(steps[0]?.weeks?.keys() ?? [])].reverse();
  return (
    <details className="funnel-weeks">
      <summary>{t('dashboard.funnel.weeks')}</summary>
      <table className="funnel-steps">
        <thead>
          <tr>
            <th scope="col">{t('dashboard.funnel.week')}</th>
            {steps.map(({ key }) => (
              <th key={key} scope="col" className="num">
                {t(`dashboard.funnel.step.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, ago) => (
            <tr key={week}>
              <th scope="row">
                {ago === 0 ? t('dashboard.funnel.lastWeek') : t('dashboard.funnel.weeksBefore', { smart_count: ago })}
              </th>
              {steps.map(step => (
                <td key={step.key} className="num">
                  {formatNumber(locale, step.weeks?.[week] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};
