import { useLocaleState, useTranslate } from 'ra-core';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import { formatMoney } from '../../../ui/money';
import { unitSuffix } from '../../application/unitSuffix';

interface Props {
  list: Shortlist;
  person: ShortlistCandidate;
}

/** Whether somebody asks for an amount that a project cannot use: nothing converts one currency into another. */
const isInOtherCurrency = (list: Shortlist, { rateCurrency }: ShortlistCandidate) =>
  rateCurrency !== null && rateCurrency !== list.currency;

/** What somebody asks for, in the person's own unit and currency; says so where the project is in another one. */
export const AskedRate = ({ list, person }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { askedRate, askedUnit, rateCurrency } = person;
  if (askedRate === null || rateCurrency === null) return <span className="t2">{t('project.shortlist.noRate')}</span>;
  return (
    <>
      <span>
        {formatMoney(locale, askedRate, rateCurrency)} <span className="t2">{t(unitSuffix(askedUnit))}</span>
      </span>
      {isInOtherCurrency(list, person) && (
        <span className="of t2 s12">
          {t('project.shortlist.otherCurrency', { currency: rateCurrency, wanted: list.currency })}
        </span>
      )}
    </>
  );
};
