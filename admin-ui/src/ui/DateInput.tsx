import { useRef } from 'react';
import { DesktopDatePicker } from '@mui/x-date-pickers/DesktopDatePicker';
import dayjs from 'dayjs';
import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../format/format';
import { DatesLocale } from './DatesLocale';
import { dayOfWeek } from './dayOfWeek';
import { readDay } from './day';
import { inPlace } from './inPlace';
import { TypedDate } from './TypedDate';
import { TypedDateContext } from './TypedDateContext';

interface Props {
  /** The day, or the text as typed while it is none. */
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** The name of the calendar. */
  label: string;
  min?: string | undefined;
  max?: string | undefined;
}

/** A day: typed, or picked in the calendar. It takes ISO and the reader's form and shows the latter when one leaves. */
export const DateInput = ({ value, onChange, onBlur, label, min, max }: Props) => {
  const [locale] = useLocaleState();
  const t = useTranslate();
  const place = useRef<HTMLSpanElement>(null);
  const isDay = Boolean(value && readDay(locale, value) === value); // 2026-13-40 has the form of a day, and is none
  const check = (text: string) => {
    const day = readDay(locale, text);
    if (!day) return t('panel.date.wrong');
    if (min && day < min) return t('validation.minDate', { min: formatDate(locale, min) });
    return max && day > max ? t('validation.maxDate', { max: formatDate(locale, max) }) : undefined;
  };
  const typed = {
    label,
    place,
    shown: isDay && value ? formatDate(locale, value) : (value ?? ''),
    read: (text: string) => onChange(text.trim() === '' ? null : (readDay(locale, text) ?? text)),
    check,
    onLeave: onBlur,
  };
  return (
    <DatesLocale>
      <TypedDateContext value={typed}>
        <DesktopDatePicker
          label={label}
          orientation="portrait"
          value={isDay ? dayjs(value) : null}
          {...(min && { minDate: dayjs(min) })}
          {...(max && { maxDate: dayjs(max) })}
          dayOfWeekFormatter={dayOfWeek(locale)}
          onChange={day => onChange(day?.isValid() ? day.format('YYYY-MM-DD') : null)}
          slots={{ field: TypedDate }}
          slotProps={{ popper: inPlace(label, () => place.current) }}
        />
      </TypedDateContext>
    </DatesLocale>
  );
};
