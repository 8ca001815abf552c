import { LinkBase, useLocaleState, useTranslate } from 'ra-core';
import { formatDate, formatNumber } from '../../../format/format';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { useCan } from '../../../meta';
import { Field } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { NumberInput } from '../../../ui/NumberInput';
import { symbolOf } from '../../../ui/money';
import { unitSuffix } from '../../application/unitSuffix';
import { AskedRate } from './AskedRate';
import { firstValues, lacksRate, type Outcome, type TypedRate } from './firstValues';
import { useRateFault } from './useRateFault';

interface Props {
  project: Project;
  list: Shortlist;
  person: ShortlistCandidate;
  rate: TypedRate;
  onRate: (rate: TypedRate) => void;
  outcome: Outcome | undefined;
}

/** What the application of one person starts with, then what became of it. */
export const ApplyLine = ({ project, list, person, rate, onRate, outcome }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { availabilityFrom, hoursPerWeek } = firstValues(project, list, person);
  const facts = [
    person.mspName || t('project.shortlist.direct'),
    t('project.shortlist.from', { date: formatDate(locale, availabilityFrom) }),
    hoursPerWeek && t('project.shortlist.hours', { hours: formatNumber(locale, hoursPerWeek) }),
  ];
  const isMade = outcome !== undefined && 'application' in outcome;
  const isLeft = outcome === undefined || 'refusal' in outcome;
  const needsRate = useCan('rate.write') && lacksRate(list, person) && isLeft;
  const rateFault = useRateFault();
  const unit = `${symbolOf(list.currency)} ${t(unitSuffix(list.unit))}`;
  return (
    <li>
      <span className="grow name">
        {person.name}
        <span className="of">{facts.filter(Boolean).join(', ')}</span>
        {person.unmet && !outcome && (
          <span className="of unmet">
            {t('project.shortlist.unmet', { rule: t(`enum.shortlistRule.${person.unmet}`) })}
          </span>
        )}
        {outcome && 'refusal' in outcome && <span className="of mk-bad">{outcome.refusal}</span>}
        {outcome && 'isUndone' in outcome && <span className="of">{t('project.shortlist.undone')}</span>}
      </span>
      {isMade ? (
        <LinkBase to={`/projects/applications/${outcome.application.id}`}>
          <Icon name="check" small className="mk-ok" /> {outcome.application.handle}
        </LinkBase>
      ) : (
        <span className="sl-rate">
          <AskedRate person={person} />
          {needsRate && (
            <Field
              label={t('project.shortlist.rateOf', { name: person.name })}
              isSilent
              hint={t('project.shortlist.rateHint', { currency: list.currency })}
              error={rateFault(rate)}
            >
              <NumberInput value={rate} onChange={onRate} unit={unit} />
            </Field>
          )}
        </span>
      )}
    </li>
  );
};
