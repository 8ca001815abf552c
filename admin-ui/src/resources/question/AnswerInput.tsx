import { useTranslate } from 'ra-core';
import type { QuestionChoice } from '../../generated/answers';
import { Checkbox } from '../../ui/Checkbox';
import { CodeEditor } from '../../ui/CodeEditor';
import { DateInput } from '../../ui/DateInput';
import { NumberInput } from '../../ui/NumberInput';
import { PeriodInput } from '../../ui/PeriodInput';
import { Radio } from '../../ui/Radio';
import { Select } from '../../ui/Select';
import { symbolOf } from '../../ui/money';
import { TextInput } from '../../ui/TextInput';
import { AmountInput } from './AmountInput';
import { periodOf, type AnswerableQuestion } from './answer';

interface Props {
  asked: AnswerableQuestion;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** What an answer is given with, as value type and input kind of its question say. */
export const AnswerInput = (props: Props) => {
  const { asked, value, onChange, label } = props;
  switch (`${asked.valueType}+${asked.inputKind}`) {
    case 'str+radio':
    case 'int+radio':
    case 'bln+radio':
      return <Radios {...props} />;
    case 'jsn+dropdown':
      return <Several {...props} />;
    case 'str+dropdown':
    case 'int+dropdown':
    case 'bln+dropdown':
      return <OneOf {...props} />;
    case 'str+date':
      return <DateInput label={label} value={textOf(value) || null} onChange={onChange} />;
    case 'jsn+date': {
      const put = ({ start, end }: { start: string | null; end: string | null }) =>
        onChange(start === null && end === null ? null : { from: start, to: end });
      return <PeriodInput label={label} value={periodOf(value)} onChange={put} />;
    }
    case 'jsn+currency':
      return <AmountInput asked={asked} value={value} onChange={onChange} />;
    case 'jsn+textField':
      return <CodeEditor mode="json" value={jsonText(value)} onChange={text => onChange(jsonOf(text))} />;
    case 'int+currency':
      return <NumberInput isWhole unit={symbolOf(asked.currency)} value={numberOf(value)} onChange={onChange} />;
    case 'int+number':
      return <NumberInput isWhole value={numberOf(value)} onChange={onChange} />;
    case 'txt+textField':
      return <TextInput rows={4} value={textOf(value)} onChange={text => onChange(text || null)} />;
    default:
      return <TextInput value={textOf(value)} onChange={text => onChange(text || null)} />;
  }
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : null);
const jsonText = (value: unknown) =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

/** The value of a text that is JSON; while it is none, the text, which the service refuses. */
const jsonOf = (text: string): unknown => {
  try {
    return text.trim() === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

/** What can be chosen now, and what was chosen while it still could be. */
const useChoices = (wanted: AnswerableQuestion, value: unknown): readonly QuestionChoice[] => {
  const t = useTranslate();
  if (wanted.valueType === 'bln')
    return [
      { value: true, label: t('common.yes'), active: true },
      { value: false, label: t('common.no'), active: true },
    ];
  const chosen: unknown[] = Array.isArray(value) ? value : [value];
  return wanted.options.filter(option => option.active || chosen.includes(option.value));
};

const Radios = ({ asked, label, value, onChange }: Props) => (
  <div role="radiogroup" aria-label={label} className="q-radios">
    {useChoices(asked, value).map(option => (
      <Radio
        key={String(option.value)}
        name={asked.name}
        value={String(option.value)}
        isOn={value === option.value}
        onChange={() => onChange(option.value)}
      >
        {option.label}
      </Radio>
    ))}
  </div>
);

const OneOf = ({ asked, label, value, onChange }: Props) => {
  const t = useTranslate();
  const choices = useChoices(asked, value);
  return (
    <Select
      label={label}
      value={value === null || value === undefined ? '' : String(value)}
      empty={t('panel.pick.none')}
      choices={choices.map(option => ({ value: String(option.value), label: option.label }))}
      onChange={text => onChange(choices.find(option => String(option.value) === text)?.value ?? null)}
    />
  );
};

const Several = ({ asked, label, value, onChange }: Props) => {
  const choices = useChoices(asked, value);
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const tick = (one: unknown, isOn: boolean) => {
    const next = choices.map(each => each.value).filter(each => (each === one ? isOn : chosen.includes(each)));
    onChange(next.length > 0 ? next : null);
  };
  return (
    <fieldset className="ticks" aria-label={label}>
      {choices.map(option => (
        <Checkbox
          key={String(option.value)}
          label={option.label}
          isOn={chosen.includes(option.value)}
          onChange={isOn => tick(option.value, isOn)}
        />
      ))}
    </fieldset>
  );
};
