import { useState, type KeyboardEvent } from 'react';
import { usePickerContext } from '@mui/x-date-pickers/hooks';
import dayjs, { type Dayjs } from 'dayjs';
import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../format/format';
import { readDay } from './day';
import { Field } from './Field';
import { TextInput } from './TextInput';

/** The day of the calendar below as text, in any of its forms. What is no day changes nothing and says so when one leaves. */
export const DayLine = () => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { value, setValue, setOpen } = usePickerContext<Dayjs | null>();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const type = (text: string) => {
    setTyped(text);
    setWrong(false);
    const day = readDay(locale, text);
    if (day || text.trim() === '') setValue(day ? dayjs(day) : null, { changeImportance: 'set' });
  };
  const leave = () => {
    const isNone = typed !== undefined && typed.trim() !== '' && !readDay(locale, typed);
    setWrong(isNone);
    if (!isNone) setTyped(undefined);
    return isNone;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // or the key would press the button that gets the focus back
    if (!leave()) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches for Enter in the line inside
    <div className="day-line" onKeyDown={press}>
      <Field label={t('panel.date.day')} error={isWrong ? t('panel.date.wrong') : undefined}>
        <TextInput
          value={typed ?? (value ? formatDate(locale, value.format('YYYY-MM-DD')) : '')}
          placeholder="2027-01-12"
          onChange={type}
          onBlur={() => void leave()}
        />
      </Field>
    </div>
  );
};
