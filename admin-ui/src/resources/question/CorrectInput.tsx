import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Checkbox } from '../../ui/Checkbox';
import { Field, Help } from '../../ui/Field';
import { NumberInput } from '../../ui/NumberInput';
import { pairOf, useTypes, type Option } from './types';

/** Which answers are right: the options to tick, yes or no, or a range of numbers. Open answers are neither. */
export const CorrectInput = ({ source }: InputProps) => {
  const t = useTranslate();
  const { values, errors } = useFormState();
  const { pairs } = useTypes();
  if (pairOf(pairs, values)?.closed !== true) return null;
  const wrong = Object.entries(errors).find(([path]) => path.startsWith(source));
  const title = t('resources.question.fields.correctAnswers');
  return (
    <fieldset className="w2 q-right">
      <legend>{title}</legend>
      {values['inputKind'] === 'number' ? <Range source={source} /> : <ChoiceBoxes source={source} />}
      <p className="help">
        {t(values['valueType'] === 'jsn' ? 'panel.question.right.all' : 'panel.question.right.hint')}
      </p>
      {wrong && <Help id="right-wrong" text={wrong[1]} isError />}
    </fieldset>
  );
};

interface Props {
  source: string;
}

const ChoiceBoxes = ({ source }: Props) => {
  const t = useTranslate();
  const { values, set, isReadOnly } = useFormState();
  const right: unknown[] = Array.isArray(values[source]) ? values[source] : [];
  const choices: { value: unknown; label: string }[] =
    values['valueType'] === 'bln'
      ? [
          { value: true, label: t('common.yes') },
          { value: false, label: t('common.no') },
        ]
      : optionsOf(values['options']).map(({ value }) => ({ value, label: String(value) }));
  const tick = (value: unknown, isOn: boolean) => {
    const next = choices.map(each => each.value).filter(each => (each === value ? isOn : right.includes(each)));
    set(source, next.length > 0 ? next : null);
  };
  return choices.map(({ value, label }) => (
    <Checkbox
      key={label}
      label={label}
      isOn={right.includes(value)}
      isOff={isReadOnly}
      onChange={isOn => tick(value, isOn)}
    />
  ));
};

const Range = ({ source }: Props) => {
  const t = useTranslate();
  const { values, set, errors, isReadOnly } = useFormState();
  const range = values[source];
  const { min = null, max = null } = isRange(range) ? range : {};
  const put = (next: Bounds) => set(source, next.min === null && next.max === null ? null : next);
  return (
    <div className="g2">
      <Field label={t('panel.question.right.min')} error={errors[`${source}.min`]} isReadOnly={isReadOnly}>
        <NumberInput isWhole value={min} onChange={value => put({ min: value, max })} />
      </Field>
      <Field label={t('panel.question.right.max')} error={errors[`${source}.max`]} isReadOnly={isReadOnly}>
        <NumberInput isWhole value={max} onChange={value => put({ min, max: value })} />
      </Field>
    </div>
  );
};

interface Bounds {
  min?: number | string | null;
  max?: number | string | null;
}

const isRange = (value: unknown): value is Bounds =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const optionsOf = (value: unknown): Option[] => (Array.isArray(value) ? value : []);
