import { useLocaleState, useTranslate } from 'ra-core';
import type { ShortlistCandidate } from '../../../generated/answers';
import { formatMoney } from '../../../ui/money';
import { unitSuffix } from '../../application/unitSuffix';

interface Props {
  person: ShortlistCandidate;
}

/** What somebody asks for, in the person's own unit and currency. */
export const AskedRate = ({ person }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { askedRate, askedUnit, rateCurrency } = person;
  if (askedRate === null || rateCurrency === null) return <span className="t2">{t('project.shortlist.noRate')}</span>;
  return (
    <span>
      {formatMoney(locale, askedRate, rateCurrency)} <span className="t2">{t(unitSuffix(askedUnit))}</span>
    </span>
  );
};
