import { useState, type KeyboardEvent } from 'react';
import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { NumberInput } from '../../ui/NumberInput';
import { TextInput } from '../../ui/TextInput';
import { LocalTexts } from './LocalTexts';
import { OptionMoves } from './OptionMoves';
import type { Option } from './types';

interface Props {
  at: number;
  option: Option;
  isNumber: boolean;
  /** Answers may name it: its value stays, and it is deactivated instead of removed. */
  isKnown: boolean;
  isReadOnly: boolean;
  clientId: number | undefined;
  errors: Readonly<Record<string, string>>;
  onChange: (option: Option) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
  onDrag: () => void;
  onDrop: () => void;
}

/** One option: its value, its text in every language, whether it is offered, and its place. */
export const OptionRow = (props: Props) => {
  const { at, option, isKnown, isReadOnly, clientId, errors, onChange, onMove } = props;
  const t = useTranslate();
  const [isOver, setOver] = useState(false);
  const name = option.value === null || option.value === '' ? String(at + 1) : String(option.value);
  const label = t('panel.question.option.name', { option: name });
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined || isReadOnly) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li
      aria-label={label}
      className={`q-option ${isOver ? 'over' : ''} ${option.active ? '' : 'off'}`}
      onKeyDown={press}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        props.onDrop();
      }}
    >
      {!isReadOnly && (
        <span
          className="q-grip"
          draggable
          aria-hidden="true"
          title={t('panel.question.option.drag')}
          onDragStart={props.onDrag}
        >
          ⠿
        </span>
      )}
      <OptionFields {...props} />
      <Checkbox
        label={t('resources.question.fields.options.active')}
        isOn={option.active}
        isOff={isReadOnly}
        onChange={active => onChange({ ...option, active })}
      />
      {!isReadOnly && <OptionMoves name={name} isKnown={isKnown} onMove={onMove} onRemove={props.onRemove} />}
      {option.labelKey !== '' && !errors[`options[${at}].labelKey`] && (
        <LocalTexts clientId={clientId} messageKey={option.labelKey} label={label} />
      )}
    </li>
  );
};

/** What an option means, and by which key its text is found. */
const OptionFields = ({ at, option, isNumber, isKnown, isReadOnly, errors, onChange }: Props) => {
  const t = useTranslate();
  return (
    <>
      <Field
        label={t('resources.question.fields.options.value')}
        error={errors[`options[${at}].value`]}
        locked={isKnown ? t('panel.question.option.kept') : undefined}
        isReadOnly={isReadOnly}
        isRequired
      >
        {isNumber ? (
          <NumberInput isWhole value={figureOf(option.value)} onChange={value => onChange({ ...option, value })} />
        ) : (
          <TextInput isMono value={String(option.value ?? '')} onChange={value => onChange({ ...option, value })} />
        )}
      </Field>
      <Field
        label={t('resources.question.fields.options.labelKey')}
        error={errors[`options[${at}].labelKey`]}
        isReadOnly={isReadOnly}
        isRequired
      >
        <TextInput isMono value={option.labelKey} onChange={labelKey => onChange({ ...option, labelKey })} />
      </Field>
    </>
  );
};

const figureOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : null);
