import { useState, type KeyboardEvent } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from './Button';
import { DayText } from './DayText';
import { ModalFrame } from './ModalFrame';
import { MonthGrid } from './MonthGrid';
import { today } from './day';

/** A day or a period; an open end is null. */
export interface Days {
  start: string | null;
  end: string | null;
}

interface Props {
  title: string;
  value: Days;
  /** Picks a start and an end; otherwise only the start counts. */
  isRange?: boolean;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (days: Days) => void;
  onClose: () => void;
}

/** Picks a day or a period, by keyboard, pointer or text. */
export const DateModal = ({ title, value, isRange, min, max, onPick, onClose }: Props) => {
  const t = useTranslate();
  const [days, setDays] = useState(value);
  const [cursor, setCursor] = useState(value.start ?? value.end ?? today(new Date()));
  const isBackwards = Boolean(days.start && days.end && days.end < days.start);
  const choose = (day: string) => {
    setCursor(day);
    setDays(isRange ? extend(days, day) : { start: day, end: null });
  };
  const type = (end: keyof Days) => (day: string | null) => {
    setDays({ ...days, [end]: day });
    if (day) setCursor(day);
  };
  const applyByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || isBackwards) return;
    event.preventDefault(); // or the key would press the button that gets the focus back
    onPick(days);
  };
  const footer = (
    <>
      <Button look="ghost" onClick={() => setDays({ start: null, end: null })}>
        {t('panel.date.clear')}
      </Button>
      <span className="grow" />
      <Button onClick={onClose}>{t('panel.modal.cancel')}</Button>
      <Button look="primary" refusal={isBackwards ? t('panel.date.backwards') : undefined} onClick={() => onPick(days)}>
        {t('panel.date.done')}
      </Button>
    </>
  );
  return (
    <ModalFrame title={title} size="narrow" onClose={onClose} onKeyDown={applyByEnter} footer={footer}>
      <div className="day-texts">
        <DayText
          label={t(isRange ? 'panel.date.start' : 'panel.date.day')}
          value={days.start}
          onChange={type('start')}
        />
        {isRange && (
          <DayText
            label={t('panel.date.end')}
            value={days.end}
            error={isBackwards ? t('panel.date.backwards') : undefined}
            onChange={type('end')}
          />
        )}
      </div>
      <MonthGrid cursor={cursor} days={days} min={min} max={max} onMove={setCursor} onChoose={choose} />
    </ModalFrame>
  );
};

/** The first choice starts a period, the second ends it, a third starts anew; an earlier second day swaps the two. */
const extend = ({ start, end }: Days, day: string): Days => {
  if (!start || end) return { start: day, end: null };
  return day < start ? { start: day, end: start } : { start, end: day };
};
