import { useLocaleState, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import type { PlannedChange } from '../../generated/answers';
import { resourceLabel } from '../../meta';
import { Link } from '../../router/Link';
import { Chip } from '../../ui/Chip';
import { Note } from '../../ui/Note';
import { PlannedActions } from './PlannedActions';
import { PlannedLines } from './PlannedLines';
import { ProblemText } from './ProblemText';
import { usePlannedPlace } from './usePlannedPlace';
import './planned.css';

interface Props {
  change: PlannedChange;
  /** Whether it stands on the record that it changes. */
  isOnRecord?: boolean;
}

const tones = { PLANNED: 'info', WAITING: 'warn', DONE: 'ok', CANCELLED: 'neutral' } as const;

/** A planned change: from when, by whom, what it changes, and the way to take it back. */
export const PlannedItem = ({ change, isOnRecord = false }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { name, to } = usePlannedPlace(change);
  const { entity, state, effectiveAt, createdAt, createdBy, note, problem } = change;
  return (
    <li>
      <p className="row">
        <Chip tone={tones[state]}>{t(`enum.plannedState.${state}`)}</Chip>
        <b>{t('panel.planned.fromTime', { time: formatInstant(locale, effectiveAt) })}</b>
      </p>
      {isOnRecord ? (
        note && <p>{note}</p>
      ) : (
        <p>
          {entity !== 'rateFormula' && <span className="t2">{t(resourceLabel({ name: entity }, 'name'))} </span>}
          {to ? <Link to={to}>{name}</Link> : name}
          {note && `: ${note}`}
        </p>
      )}
      <PlannedLines change={change} />
      {problem && (
        <Note tone="warn">
          <ProblemText problem={problem} />
        </Note>
      )}
      <p className="t2 s13">{t('panel.planned.by', { name: createdBy, time: formatInstant(locale, createdAt) })}</p>
      <PlannedActions change={change} name={name} />
    </li>
  );
};
