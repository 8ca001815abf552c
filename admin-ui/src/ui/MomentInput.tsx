import { useRef } from 'react';
import { DesktopDateTimePicker } from '@mui/x-date-pickers/DesktopDateTimePicker';
import dayjs from 'dayjs';
import { useLocaleState, useTranslate } from 'ra-core';
import { hasTwelveHours } from '../format/format';
import { DatesLocale } from './DatesLocale';
import { dayOfWeek } from './dayOfWeek';
import { readMoment, writeMoment } from './day';
import { inPlace } from './inPlace';
import { TypedDate } from './TypedDate';
import { TypedDateContext } from './TypedDateContext';

interface Props {
  /** The moment in ISO form, or the text as typed while it is none. */
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** The name of the calendar. */
  label: string;
}

const steps = { minutes: 5 };

/** A moment by the reader's own clock, to the minute: typed, or picked in the calendar. */
export const MomentInput = ({ value, onChange, onBlur, label }: Props) => {
  const [locale] = useLocaleState();
  const t = useTranslate();
  const place = useRef<HTMLSpanElement>(null);
  const typed = {
    label,
    place,
    shown: value ? writeMoment(locale, value) : '',
    read: (text: string) => onChange(text.trim() === '' ? null : (readMoment(locale, text) ?? text)),
    check: (text: string) => (readMoment(locale, text) ? undefined : t('panel.date.wrongMoment')),
    onLeave: onBlur,
  };
  const isMoment = Boolean(value) && !Number.isNaN(Date.parse(value ?? ''));
  return (
    <DatesLocale>
      <TypedDateContext value={typed}>
        <DesktopDateTimePicker
          label={label}
          orientation="portrait"
          ampm={hasTwelveHours(locale)}
          timeSteps={steps}
          value={isMoment ? dayjs(value) : null}
          dayOfWeekFormatter={dayOfWeek(locale)}
          onChange={moment => onChange(moment?.isValid() ? moment.toISOString() : null)}
          slots={{ field: TypedDate }}
          slotProps={{ popper: inPlace(label, () => place.current) }}
        />
      </TypedDateContext>
    </DatesLocale>
  );
};
