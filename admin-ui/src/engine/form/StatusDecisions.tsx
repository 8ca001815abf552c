import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import type { PossibleStatus } from '../../generated/answers';
import type { Answers } from './statusAnswers';
import { useFailureText } from './useFailureText';

interface Props {
  base: string;
  option: PossibleStatus;
  answers: Answers;
  onChange: (change: Partial<Answers>) => void;
}

/** The consequences one can decline, and what one must confirm to make the move. */
export const StatusDecisions = ({ base, option, answers, onChange }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const { declinable = {} } = useOverride(useResourceMeta().name);
  const { confirms, declined } = answers;
  const wanted = Object.entries(declinable).filter(([, impact]) => impact && Number(option.impact?.[impact] ?? 0) > 0);
  const confirm = option.confirm ?? [];
  if (wanted.length + confirm.length === 0) return null;
  return (
    <div className="asks">
      {wanted.map(([name]) => (
        <Checkbox
          key={name}
          label={t(`${base}.ask.${name}`)}
          hint={t(`${base}.askHint.${name}`)}
          isOn={!declined.includes(name)}
          onChange={isOn => onChange({ declined: isOn ? declined.filter(each => each !== name) : [...declined, name] })}
        />
      ))}
      {confirm.length > 0 && (
        <Checkbox
          label={t('panel.transition.confirm')}
          hint={confirm.map(({ key, params }) => say(key, params)).join(' ')}
          isOn={confirms}
          onChange={isOn => onChange({ confirms: isOn })}
        />
      )}
    </div>
  );
};
