import { useTranslate } from 'ra-core';
import { useMeta, useResourceMeta } from '../../meta';
import type { PossibleStatus } from '../../generated/answers';
import { Icon } from '../../ui/Icon';
import { Blockers } from '../form/Blockers';
import { Impact } from '../form/Impact';
import { isRestorable, moveTextIfAny, moveVerb, statusBase } from '../form/possibleStatuses';
import { useBoard } from './BoardContext';

/** What dropping the lifted card on a column does, or everything that keeps it away. */
export const DropText = ({ move }: { move: PossibleStatus }) => {
  const meta = useResourceMeta();
  const base = statusBase(useMeta(), meta);
  const t = useTranslate();
  const { lifted } = useBoard();
  if (!lifted) return null;
  const { value, allowed, impact = {}, blockedBy = [] } = move;
  if (!allowed) {
    return (
      <div className="say">
        <b>
          <Icon name="lock" small />
          {t('panel.transition.notNow')}
        </b>
        <Blockers record={lifted.record} blockers={blockedBy} />
      </div>
    );
  }
  const declined = Object.keys(impact).filter(isRestorable);
  return (
    <div className="say">
      <b>{moveVerb(t, base, lifted.from, value)}</b>
      <span>{moveTextIfAny(t, `${base}.statusHint`, lifted.from, value)}</span>
      <Impact base={base} impact={impact} without={declined} />
    </div>
  );
};
