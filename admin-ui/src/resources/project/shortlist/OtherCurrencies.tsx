import { useTranslate } from 'ra-core';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';

interface Props {
  list: Shortlist;
  people: readonly ShortlistCandidate[];
}

/** Says once for all who ask in another currency than the project that nothing is converted. */
export const OtherCurrencies = ({ list, people }: Props) => {
  const t = useTranslate();
  if (people.every(({ rateCurrency }) => rateCurrency === null || rateCurrency === list.currency)) return null;
  return <p className="t2 s13">{t('project.shortlist.otherCurrency', { wanted: list.currency })}</p>;
};
