import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { useCan } from '../../../meta';
import { Button } from '../../../ui/Button';
import { Modal } from '../../../ui/Modal';
import { Note } from '../../../ui/Note';
import { CompareLink } from '../../application/compare/CompareLink';
import { ApplyLine } from './ApplyLine';
import type { TypedRate } from './firstValues';
import { OtherCurrencies } from './OtherCurrencies';
import { useApply } from './useApply';
import { useRateFault } from './useRateFault';
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
  const { outcomes, made, isBusy, apply, undo } = useApply(project, list);
  const [rates, setRates] = useState<ReadonlyMap<number, TypedRate>>(new Map());
  const mayUndo = useCan('application.status');
  const left = people.filter(({ freelancerId }) => {
    const outcome = outcomes.get(freelancerId);
    return !outcome || 'refusal' in outcome;
  });
  const rateFault = useRateFault();
  const wrongRate = left.map(({ freelancerId }) => rateFault(rates.get(freelancerId) ?? null)).find(Boolean);
  const isDone = outcomes.size > 0 && !isBusy;
  const undoHint = mayUndo && made.length > 0 ? t('project.shortlist.undoNote') : '';
  const hint = isDone ? undoHint : t('project.shortlist.applyNote');
  return (
    <Modal
      title={t('project.shortlist.applyTitle', { smart_count: people.length })}
      sub={project.title}
      isBusy={isBusy}
      cancelLabel={t(isDone ? 'panel.modal.close' : 'panel.modal.cancel')}
      note={hint}
      onClose={() => onClose(outcomes.size > 0)}
      actions={
        <>
          {mayUndo && isDone && made.length > 0 && <Button onClick={() => void undo()}>{t('panel.jobs.undo')}</Button>}
          {made.length > 1 && <CompareLink ids={made} to={`${screen}/compare/${made.join(',')}`} isOneProject />}
          {left.length > 0 && (
            <Button look="primary" isBusy={isBusy} refusal={wrongRate} onClick={() => void apply(left, rates)}>
              {isDone
                ? t('project.shortlist.again', { smart_count: left.length })
                : t('project.shortlist.apply', { smart_count: left.length })}
            </Button>
          )}
        </>
      }
    >
      <OtherCurrencies list={list} people={people} />
      <ul className="lines">
        {people.map(person => (
          <ApplyLine
            key={person.freelancerId}
            project={project}
            list={list}
            person={person}
            rate={rates.get(person.freelancerId) ?? null}
            onRate={rate => setRates(old => new Map(old).set(person.freelancerId, rate))}
            outcome={outcomes.get(person.freelancerId)}
          />
        ))}
      </ul>
      {missing > 0 && <Note>{t('project.applyTo.missing', { smart_count: missing })}</Note>}
    </Modal>
  );
};
