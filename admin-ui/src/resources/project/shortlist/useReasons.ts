import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../../../format/format';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import { formatMoney } from '../../../ui/money';
import type { Part } from './weights';

const key = (name: string) => `project.shortlist.${name}`;

/** Says what speaks for somebody, what costs points, and what would change it. */
export const useReasons = (list: Shortlist) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const money = (amount: number) => formatMoney(locale, amount, list.currency);

  const why: Record<Part, (person: ShortlistCandidate) => string> = {
    skills: () => (list.skills.length > 0 ? t(key('why.skills'), { smart_count: list.skills.length }) : ''),
    rate: ({ rate }) =>
      list.limit !== null && rate !== null ? t(key('why.rate'), { amount: money(list.limit - rate) }) : '',
    availability: () => t(key('why.availability')),
    place: ({ isInCountry }) =>
      isInCountry ? t(key('why.place')) : list.remoteSharePct === 100 ? t(key('why.remote')) : '',
    experience: () => t(key('why.experience')),
  };

  const late = ({ daysLate }: ShortlistCandidate) =>
    daysLate > 0 ? t(key('whyNot.late'), { smart_count: daysLate }) : '';
  const partTime = ({ availabilityPct }: ShortlistCandidate) =>
    availabilityPct !== null && availabilityPct < 100 ? t(key('whyNot.partTime'), { pct: availabilityPct }) : '';
  const rateReason = ({ rate, rateCurrency }: ShortlistCandidate) => {
    if (rate === null && rateCurrency && rateCurrency !== list.currency) {
      return t(key('whyNot.otherCurrency'), { currency: rateCurrency, wanted: list.currency });
    }
    if (rate === null) return t(key('whyNot.noRate'));
    return t(key(rate > (list.limit ?? rate) ? 'whyNot.above' : 'whyNot.rate'));
  };
  const whyNot: Record<Part, (person: ShortlistCandidate) => string> = {
    skills: ({ missing }) => t(key('whyNot.skills'), { skills: missing.join(', ') }),
    rate: person => rateReason(person),
    availability: person => [late(person), partTime(person)].filter(Boolean).join(', '),
    place: ({ isInCountry }) => t(key(isInCountry ? 'whyNot.place' : 'whyNot.country')),
    experience: () => t(key('whyNot.experience')),
  };

  const change = ({ change: one }: ShortlistCandidate) =>
    one &&
    t(key(`change.${one.part}`), {
      skill: one.skill,
      rate: one.rate === null ? '' : money(one.rate),
      date: one.date && formatDate(locale, one.date),
      pct: one.capacity,
      score: one.score,
    });

  const sayTwo = (texts: string[]) => texts.filter(Boolean).slice(0, 2).join(' · ');
  return (person: ShortlistCandidate) => ({
    why: sayTwo(person.why.map(part => why[part](person))),
    whyNot: sayTwo(person.whyNot.map(part => whyNot[part](person))),
    change: change(person) ?? '',
  });
};
