import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { FunnelStep } from '../../generated/answers';
import { Link } from '../../router/Link';
import { Bar } from '../../ui/Level';

const hoursPerDay = 24;

/** The share, between 0 and 1, of those at the step before that did not come to a step. Undefined for the first. */
const dropOffs = (steps: FunnelStep[]) =>
  steps.map(({ count }, at) => {
    const before = steps[at - 1]?.count;
    return before ? Math.max(0, 1 - count / before) : undefined;
  });

/** Each step with its share of the first, how many were lost before it, and the days that half of them took. */
export const FunnelTable = ({ steps }: { steps: FunnelStep[] }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const lost = dropOffs(steps);
  const worst = Math.max(...lost.map(share => share ?? 0));
  const first = steps[0]?.count ?? 0;
  return (
    <table className="funnel-steps">
      <thead>
        <tr>
          <th scope="col">{t('dashboard.funnel.step')}</th>
          <th scope="col" className="num">
            {t('dashboard.funnel.people')}
          </th>
          <th scope="col" className="num">
            {t('dashboard.funnel.dropOff')}
          </th>
          <th scope="col" className="num">
            {t('dashboard.funnel.days')}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ key, link, count, medianHours }, at) => {
          const share = lost[at];
          const isWorst = Boolean(share) && share === worst;
          return (
            <tr key={key} className={isWorst ? 'worst' : ''}>
              <th scope="row">
                <Link to={link}>{t(`dashboard.funnel.step.${key}`)}</Link>
                <Bar parts={[{ share: first ? count / first : 0, tone: 'accent' }]} isThin />
              </th>
              <td className="num">{formatNumber(locale, count)}</td>
              <td className="num">{share === undefined ? '–' : `−${formatNumber(locale, share * 100, 0)} %`}</td>
              <td className="num">{medianHours == null ? '–' : formatNumber(locale, medianHours / hoursPerDay, 1)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
