import { useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { Field } from './Field';
import { TextInput } from './TextInput';
import { readDay } from './day';

interface Props {
  label: string;
  value: string | null;
  error?: string | undefined;
  onChange: (day: string | null) => void;
}

/** A day as text, in ISO form. What is no day stays on screen with its error and changes nothing. */
export const DayText = ({ label, value, error, onChange }: Props) => {
  const [locale] = useLocaleState();
  const t = useTranslate();
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? undefined : readDay(locale, typed);
  const isWrong = typed !== undefined && typed.trim() !== '' && !read;
  const isMine = typed !== undefined && (isWrong || (read ?? null) === value); // otherwise the calendar has moved on
  const type = (text: string) => {
    setTyped(text);
    const day = readDay(locale, text);
    if (day || text.trim() === '') onChange(day ?? null);
  };
  return (
    <Field label={label} hint={t('panel.date.form')} error={isWrong ? t('panel.date.wrong') : error}>
      <TextInput value={isMine ? typed : (value ?? '')} onChange={type} placeholder="2027-01-12" />
    </Field>
  );
};
