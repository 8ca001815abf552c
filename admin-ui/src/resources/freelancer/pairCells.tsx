import { useLocaleState, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { CellProps } from '../../engine/overrideProps';
import type { FreelancerDuplicate } from '../../generated/resources';

const percent = 100;

/** How alike two records are, in percent. */
export const ScoreCell = ({ record }: CellProps<FreelancerDuplicate>) => {
  const [locale] = useLocaleState();
  return <>{formatNumber(locale, Math.round(record.score * percent))} %</>;
};

/** Why two records may be of one person. */
export const RulesCell = ({ record }: CellProps<FreelancerDuplicate>) => {
  const t = useTranslate();
  return <>{record.rules.map(rule => t(`enum.duplicateRule.${rule}`)).join(', ')}</>;
};

/** How alike two records are, and why. */
export const Likeness = ({ pair }: { pair: FreelancerDuplicate }) => {
  const t = useTranslate();
  const rules = pair.rules.map(rule => t(`enum.duplicateRule.${rule}`)).join(', ');
  return <>{`${t('freelancer.twins.alike', { percent: Math.round(pair.score * percent) })}: ${rules}`}</>;
};
