import { useId } from 'react';
import { useTranslate } from 'ra-core';
import { Icon } from '../../ui/Icon';
import { KeyCap } from '../../ui/KeyCap';
import { Radio } from '../../ui/Radio';
import { lookOf } from '../../ui/statusLook';
import { useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { Blockers } from './Blockers';
import { Impact } from './Impact';
import type { PossibleStatus } from '../../generated/answers';
import { moveTextIfAny, restorableOf } from './possibleStatuses';
import { noAnswers, type Answers } from './statusAnswers';
import { StatusDecisions } from './StatusDecisions';
import { StatusReason } from './StatusReason';

interface Props {
  base: string;
  record: Record<string, unknown>;
  /** The state now. */
  from: string;
  options: readonly PossibleStatus[];
  chosen: PossibleStatus | undefined;
  answers: Answers;
  reasonError: string | undefined;
  onChange: (change: Partial<Answers>) => void;
}

/** Every other state: the possible ones to choose, the others with what prevents them. */
export const StatusOptions = ({ base, record, from, options, chosen, answers, reasonError, onChange }: Props) => {
  const t = useTranslate();
  const id = useId();
  const { declinable = {} } = useOverride(useResourceMeta().name);
  const away = options.filter(hasNoWay);
  const shown = away.length > awayAtMost ? options.filter(option => !away.includes(option)) : options;
  const allowed = options.filter(option => option.allowed);
  const wanted = Object.values(declinable).flatMap(impact => impact ?? []);
  return (
    <fieldset className="opts">
      <legend className="vh">{t('panel.transition.new')}</legend>
      {shown.map(option => {
        const isOn = option === chosen;
        return (
          <div key={option.value} className={`opt ${isOn ? 'on' : ''} ${option.allowed ? '' : 'no'}`}>
            <Radio
              name={id}
              value={option.value}
              isOn={isOn}
              isOff={!option.allowed}
              describedBy={`${id}-${option.value}`}
              onChange={status => onChange({ ...noAnswers, status, comment: answers.comment })}
            >
              <Title option={option} digit={allowed.length > 1 ? allowed.indexOf(option) + 1 : 0} />
            </Radio>
            <div id={`${id}-${option.value}`}>
              {option.allowed ? (
                <Hint base={base} from={from} option={option} />
              ) : (
                <Blockers
                  record={record}
                  blockers={option.blockedBy ?? []}
                  wayOut={moveTextIfAny(t, `${base}.wayOut`, from, option.value)}
                />
              )}
            </div>
            {isOn && (
              <>
                {option.impact && (
                  <Impact base={base} impact={option.impact} without={[restorableOf(option)?.name ?? '', ...wanted]} />
                )}
                <StatusReason base={base} option={option} answers={answers} error={reasonError} onChange={onChange} />
                <StatusDecisions base={base} option={option} answers={answers} onChange={onChange} />
              </>
            )}
          </div>
        );
      })}
      {shown.length < options.length && (
        <p className="away">{t('panel.transition.away', { states: away.map(({ text }) => t(text)).join(', ') })}</p>
      )}
    </fieldset>
  );
};

/** More states than this that nothing leads to are one line, so that the possible ones stay in sight. */
const awayAtMost = 2;

const hasNoWay = ({ blockedBy = [] }: PossibleStatus) =>
  blockedBy.length === 1 && blockedBy[0]?.key === 'transition.none';

interface HintProps {
  base: string;
  from: string;
  option: PossibleStatus;
}

/** What the state means. */
const Hint = ({ base, from, option }: HintProps) => {
  const t = useTranslate();
  const hint = moveTextIfAny(t, `${base}.statusHint`, from, option.value);
  return hint === undefined ? null : <p className="d">{hint}</p>;
};

const Title = ({ option, digit }: { option: PossibleStatus; digit: number }) => {
  const t = useTranslate();
  const { tone, icon } = lookOf(option.value);
  return (
    <span className="opt-t">
      <Icon name={icon} className={`mk-${tone}`} />
      {t(option.text)}
      {digit > 0 && digit < 10 && (
        <span className="hide-s end" aria-hidden="true">
          <KeyCap>{String(digit)}</KeyCap>
        </span>
      )}
      {!option.allowed && (
        <span className="tag">
          <Icon name="lock" small />
          {t('panel.transition.notNow')}
        </span>
      )}
    </span>
  );
};
