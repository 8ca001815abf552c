import { useState } from 'react';
import { LinkButton } from '../../../ui/LinkButton';
import { fieldOf, useResourceMeta } from '../../../meta';
import { useReasonTexts } from '../../form/useFailureText';
import { useValueText } from '../../form/useValueText';
import { useWords } from '../../useWords';
import type { BulkOutcome } from '../../../generated/answers';
import './outcomes.css';

interface Props {
  label: string;
  outcomes: BulkOutcome[];
}

const shownFirst = 20;

/** The records that cannot be changed, each with every reason. */
export const OutcomeList = ({ label, outcomes }: Props) => {
  const meta = useResourceMeta();
  const say = useValueText();
  const { t, number } = useWords();
  const [all, setAll] = useState(false);
  const shown = all ? outcomes : outcomes.slice(0, shownFirst);
  return (
    <section className="outcomes" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {shown.map(outcome => (
          <li key={outcome.id}>
            <b>{say(fieldOf(meta, meta.title), outcome.title) || outcome.id}</b>
            <Why outcome={outcome} />
          </li>
        ))}
      </ul>
      {shown.length < outcomes.length && (
        <LinkButton onClick={() => setAll(true)}>{t('panel.bulk.all', { count: number(outcomes.length) })}</LinkButton>
      )}
    </section>
  );
};

const Why = ({ outcome }: { outcome: BulkOutcome }) => {
  const reasons = useReasonTexts()(outcome);
  return (
    <span className="t2">
      {reasons.map(reason => (
        <span key={reason}>{reason} </span>
      ))}
    </span>
  );
};
