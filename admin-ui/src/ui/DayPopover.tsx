import { useEffect, type RefObject } from 'react';
import { DesktopDatePicker } from '@mui/x-date-pickers/DesktopDatePicker';
import dayjs from 'dayjs';
import { useLocaleState } from 'ra-core';
import { DatesLocale } from './DatesLocale';
import { dayOfWeek } from './dayOfWeek';
import { DayLine } from './DayLine';
import { inPlace } from './inPlace';

interface Props {
  /** What it stands beside. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  value: string | null;
  onPick: (day: string | null) => void;
  onClose: () => void;
}

/** A day over the page, beside the button that opened it: a line to type it, the calendar below. */
export const DayPopover = ({ anchor, label, value, onPick, onClose }: Props) => {
  const [locale] = useLocaleState();
  useEffect(() => {
    const button = anchor.current;
    return () => {
      if (document.activeElement === document.body) button?.focus(); // unless a click led elsewhere
    };
  }, [anchor]);
  return (
    <DatesLocale>
      <DesktopDatePicker
        open
        orientation="portrait"
        onClose={onClose}
        label={label}
        value={value ? dayjs(value) : null}
        dayOfWeekFormatter={dayOfWeek(locale)}
        onChange={day => onPick(day?.isValid() ? day.format('YYYY-MM-DD') : null)}
        slots={{ field: Nothing, toolbar: DayLine }}
        slotProps={{
          popper: {
            ...inPlace(label, () => anchor.current?.parentElement),
            anchorEl: () => anchor.current ?? document.body,
          },
          toolbar: { hidden: false },
          actionBar: { actions: ['clear', 'today'] },
        }}
      />
    </DatesLocale>
  );
};

/** The button stands outside; MUI has no field to draw. */
const Nothing = () => null;
