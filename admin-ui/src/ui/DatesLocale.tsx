import { useMemo, type ReactNode } from 'react';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { useLocaleState, useTranslate } from 'ra-core';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';

/** Both begin their weeks on Monday; American English does not. */
const calendars: Record<string, string> = { de: 'de' };

/** What is chosen in each part of a clock. */
const viewTexts: Record<string, string> = { hours: 'panel.date.hours', meridiem: 'panel.date.half' };

interface Props {
  children: ReactNode;
}

/** Gives the calendars inside the language of the reader and the texts of the panel. */
export const DatesLocale = ({ children }: Props) => {
  const [locale] = useLocaleState();
  const t = useTranslate();
  const texts = useMemo(
    () => ({
      previousMonth: t('panel.date.previousMonth'),
      nextMonth: t('panel.date.nextMonth'),
      calendarViewSwitchingButtonAriaLabel: (view: string) =>
        t(view === 'year' ? 'panel.date.toDays' : 'panel.date.toYears'),
      clearButtonLabel: t('panel.date.clear'),
      todayButtonLabel: t('panel.date.today'),
      okButtonLabel: t('panel.date.done'),
      cancelButtonLabel: t('panel.modal.cancel'),
      nextStepButtonLabel: t('panel.date.next'),
      datePickerToolbarTitle: t('panel.date.day'),
      dateTimePickerToolbarTitle: t('panel.date.moment'),
      selectViewText: (view: string) => t(viewTexts[view] ?? 'panel.date.minutes'),
      hoursClockNumberText: (hours: string) => hours,
      minutesClockNumberText: (minutes: string) => minutes,
    }),
    [t],
  );
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={calendars[locale.slice(0, 2)] ?? 'en-gb'}
      localeText={texts}
    >
      {children}
    </LocalizationProvider>
  );
};
