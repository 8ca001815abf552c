import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Button } from '../../ui/Button';
import { Help } from '../../ui/Field';
import { derivedKey } from './keys';
import { OptionRow } from './OptionRow';
import { moved, ordered } from './order';
import { useFrozen } from './TypeInput';
import { pairOf, useTypes, type Option } from './types';
import './question.css';

/** The options of a question in their order: reordered by handle, buttons or Alt with the arrows, deactivated after use. */
export const OptionsInput = ({ source }: InputProps) => {
  const t = useTranslate();
  const { values, base, set, errors, isReadOnly } = useFormState();
  const { pairs } = useTypes();
  const [dragged, setDragged] = useState<number>();
  const [message, setMessage] = useState('');
  const isFrozen = useFrozen() !== undefined;
  const pair = pairOf(pairs, values);
  const options = listOf(values[source]);
  if (!pair || pair.maxOptions === 0) return null;
  const put = (next: Option[]) => set(source, ordered(next));
  const known = isFrozen ? listOf(base[source]).map(({ value }) => value) : [];
  const move = (from: number, to: number) => {
    if (to < 0 || to >= options.length || from === to) return;
    put(moved(options, from, to));
    setMessage(t('panel.question.option.moved', { option: String(options[from]?.value ?? ''), place: to + 1 }));
  };
  const change = (at: number, next: Option) => {
    const had = options[at];
    const key = String(values['key'] ?? '');
    const follows = had && (!had.labelKey || had.labelKey === derivedKey(key, String(had.value ?? '')));
    const labelKey = follows && next.value !== had.value ? derivedKey(key, String(next.value ?? '')) : next.labelKey;
    put(options.map((option, i) => (i === at ? { ...next, labelKey } : option)));
  };
  const active = options.filter(option => option.active).length;
  return (
    <fieldset className="w2 q-options" aria-label={t('resources.question.fields.options')}>
      <p className="q-options-h">
        {t('resources.question.fields.options')}
        <span className="t2">
          {t('panel.question.option.count', { active, min: pair.minOptions, max: pair.maxOptions })}
        </span>
      </p>
      <ol>
        {options.map((option, i) => (
          <OptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a new option has no value yet to know it by
            key={i}
            at={i}
            option={option}
            isNumber={values['valueType'] === 'int'}
            isKnown={known.includes(option.value)}
            isReadOnly={isReadOnly}
            clientId={typeof values['clientId'] === 'number' ? values['clientId'] : undefined}
            errors={errors}
            onChange={next => change(i, next)}
            onMove={by => move(i, i + by)}
            onRemove={() => put(options.filter((_, at) => at !== i))}
            onDrag={() => setDragged(i)}
            onDrop={() => dragged !== undefined && move(dragged, i)}
          />
        ))}
      </ol>
      {errors[source] && <Help id="options-wrong" text={errors[source]} isError />}
      {!isReadOnly && (
        <Button
          small
          icon="plus"
          onClick={() => put([...options, { value: null, labelKey: '', active: true, sortOrder: 0 }])}
        >
          {t('panel.question.option.add')}
        </Button>
      )}
      <p className="vh" role="status">
        {message}
      </p>
    </fieldset>
  );
};

const listOf = (value: unknown): Option[] => (Array.isArray(value) ? value : []);
