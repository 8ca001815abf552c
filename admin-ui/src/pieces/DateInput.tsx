import { useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../engine/format';
import { DateModal } from './DateModal';
import { useFieldProps } from './FieldContext';
import { IconButton } from './IconButton';
import { readDay } from './day';
import './field.css';

interface Props {
  /** The day, or the text as typed while it is none. */
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** The title of the calendar. */
  label: string;
  min?: string | undefined;
  max?: string | undefined;
}

/** A day: typed, or picked in the calendar. It takes ISO and the reader's form and shows the latter when one leaves. */
export const DateInput = ({ value, onChange, onBlur, label, min, max }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const field = useFieldProps();
  const isDay = Boolean(value && readDay(locale, value) === value); // 2026-13-40 has the form of a day, and is none
  const shown = isDay && value ? formatDate(locale, value) : (value ?? '');
  const type = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' ? null : (readDay(locale, text) ?? text));
  };
  return (
    <span className="actw">
      <input
        {...field}
        className="in"
        autoComplete="off"
        value={typed ?? shown}
        onChange={event => type(event.target.value)}
        onBlur={() => {
          setTyped(undefined);
          onBlur?.();
        }}
      />
      {!field.readOnly && (
        <IconButton icon="calendar" label={t('panel.date.open', { field: label })} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <DateModal
          title={label}
          value={{ start: isDay && value ? value : null, end: null }}
          min={min}
          max={max}
          onClose={() => setOpen(false)}
          onPick={days => {
            onChange(days.start);
            setOpen(false);
          }}
        />
      )}
    </span>
  );
};
