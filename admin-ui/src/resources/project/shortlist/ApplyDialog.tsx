import { LinkBase, useLocaleState, useTranslate } from 'ra-core';
import { formatDate, formatNumber } from '../../../format/format';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Modal } from '../../../ui/Modal';
import { Note } from '../../../ui/Note';
import { formatMoney } from '../../../ui/money';
import { CompareLink } from '../../application/compare/CompareLink';
import { unitSuffix } from '../../application/unitSuffix';
import { firstValues, useApply, type Outcome } from './useApply';
import '../../../ui/lines.css';

interface Props {
  project: Project;
  list: Shortlist;
  people: readonly ShortlistCandidate[];
  /** How many more were chosen who can be offered to nobody. */
  missing?: number;
  /** Gets whether any application was made. */
  onClose: (isDone: boolean) => void;
}

const screen = '/projects/applications';

/** Shows the applications before anything is made, makes them, and says what became of each. */
export const ApplyDialog = ({ project, list, people, missing = 0, onClose }: Props) => {
  const t = useTranslate();
  const { outcomes, isBusy, apply } = useApply(project, list);
  const made = [...outcomes.values()].flatMap(one => ('application' in one ? [one.application.id] : []));
  const left = people.filter(({ freelancerId }) => {
    const outcome = outcomes.get(freelancerId);
    return !outcome || 'refusal' in outcome;
  });
  const isDone = outcomes.size > 0 && !isBusy;
  return (
    <Modal
      title={t('project.shortlist.applyTitle', { smart_count: people.length })}
      sub={project.title}
      isBusy={isBusy}
      cancelLabel={t(isDone ? 'panel.modal.close' : 'panel.modal.cancel')}
      note={isDone ? '' : t('project.shortlist.applyNote')}
      onClose={() => onClose(made.length > 0)}
      actions={
        <>
          {made.length > 1 && <CompareLink ids={made} to={`${screen}/compare/${made.join(',')}`} isOneProject />}
          {left.length > 0 && (
            <Button look="primary" isBusy={isBusy} onClick={() => void apply(left)}>
              {isDone
                ? t('project.shortlist.again', { smart_count: left.length })
                : t('project.shortlist.apply', { smart_count: left.length })}
            </Button>
          )}
        </>
      }
    >
      <ul className="lines">
        {people.map(person => (
          <ApplyLine
            key={person.freelancerId}
            project={project}
            list={list}
            person={person}
            outcome={outcomes.get(person.freelancerId)}
          />
        ))}
      </ul>
      {missing > 0 && <Note>{t('project.applyTo.missing', { smart_count: missing })}</Note>}
    </Modal>
  );
};

interface LineProps {
  project: Project;
  list: Shortlist;
  person: ShortlistCandidate;
  outcome: Outcome | undefined;
}

/** What the application of one person starts with, then what became of it. */
const ApplyLine = ({ project, list, person, outcome }: LineProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { availabilityFrom, hoursPerWeek } = firstValues(project, list, person);
  const facts = [
    person.mspName || t('project.shortlist.direct'),
    t('project.shortlist.from', { date: formatDate(locale, availabilityFrom) }),
    hoursPerWeek && t('project.shortlist.hours', { hours: formatNumber(locale, hoursPerWeek) }),
  ];
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
      </span>
      {outcome && 'application' in outcome ? (
        <LinkBase to={`${screen}/${outcome.application.id}`}>
          <Icon name="check" small className="mk-ok" /> {outcome.application.handle}
        </LinkBase>
      ) : (
        <span>
          {person.rate === null
            ? t('project.shortlist.noRate')
            : `${formatMoney(locale, person.rate, list.currency)} ${t(unitSuffix(list.unit))}`}
        </span>
      )}
    </li>
  );
};
