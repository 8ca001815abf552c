import { useTranslate } from 'ra-core';
import { DateInput } from './DateInput';
import { Field } from './Field';
import { readDay } from './day';

/** A period; an open end is null. */
export interface Period {
  start: string | null;
  end: string | null;
}

interface Props {
  label: string;
  value: Period;
  onChange: (period: Period) => void;
}

/** The first and the last day of a period. The calendar of each ends where the other stands. */
export const PeriodInput = ({ label, value: { start, end }, onChange }: Props) => {
  const t = useTranslate();
  const isBackwards = isDay(start) && isDay(end) && end < start;
  return (
    <fieldset className="period w2">
      <legend>{label}</legend>
      <Field label={t('panel.date.start')}>
        <DateInput
          label={t('panel.date.start')}
          value={start}
          max={isDay(end) && !isBackwards ? end : undefined}
          onChange={day => onChange({ start: day, end })}
        />
      </Field>
      <Field label={t('panel.date.end')} error={isBackwards ? t('panel.date.backwards') : undefined}>
        <DateInput
          label={t('panel.date.end')}
          value={end}
          min={isDay(start) ? start : undefined}
          onChange={day => onChange({ start, end: day })}
        />
      </Field>
    </fieldset>
  );
};

const isDay = (text: string | null): text is string => text !== null && readDay('en', text) === text;
