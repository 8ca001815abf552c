import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import type { PossibleStatus } from '../../generated/answers';
import { restorableOf } from './possibleStatuses';
import { wantsComment, type Answers } from './statusAnswers';

interface Props {
  base: string;
  option: PossibleStatus;
  answers: Answers;
  error: string | undefined;
  onChange: (change: Partial<Answers>) => void;
}

/** Why, in a code and in words, and whether to bring back what was withdrawn. */
export const StatusReason = ({ base, option, answers, error, onChange }: Props) => {
  const t = useTranslate();
  const codes = option.reasonCodes ?? [];
  const restorable = restorableOf(option);
  if (option.reason === undefined) return null;
  return (
    <div className="two">
      {restorable && (
        <div className="w2">
          <Checkbox
            label={t('panel.transition.restore', { smart_count: restorable.count })}
            hint={t('panel.transition.restoreHint')}
            isOn={answers.restores}
            onChange={restores => onChange({ restores })}
          />
        </div>
      )}
      {codes.length > 0 && (
        <Field
          label={t('panel.transition.reason')}
          error={error}
          isRequired={option.reason === 'required'}
          isOptional={option.reason === 'optional'}
        >
          <Select
            value={answers.reason}
            choices={codes.map(code => ({ value: code, label: t(`${base}.reason.${code}`) }))}
            empty={t(option.reason === 'required' ? 'panel.transition.chooseReason' : 'panel.pick.none')}
            onChange={reason => onChange({ reason })}
          />
        </Field>
      )}
      <Field
        label={t('panel.transition.comment')}
        isOptional={!wantsComment(answers.reason)}
        isWide={codes.length === 0}
      >
        <TextInput
          value={answers.comment}
          placeholder={t('panel.transition.commentHint')}
          onChange={comment => onChange({ comment: [...comment].slice(0, 500).join('') })}
        />
      </Field>
    </div>
  );
};
