import type { ThemeOptions } from '@mui/material/styles';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { floatingPlane } from './surfaces';

const small = { fontSize: 'var(--fs-13)', lineHeight: 'var(--lh-13)' };

/** How calendars and clocks look. */
export const pickers: ThemeOptions['components'] = {
  MuiPickerPopper: {
    styleOverrides: {
      paper: {
        margin: '4px 0',
        ...floatingPlane,
      },
    },
  },
  MuiPickersCalendarHeader: {
    styleOverrides: { label: { fontSize: 'var(--fs-14)', fontWeight: 600, color: 'var(--text)' } },
  },
  MuiDayCalendar: {
    styleOverrides: { weekDayLabel: { fontSize: 'var(--fs-12)', fontWeight: 500, color: 'var(--text-2)' } },
  },
  MuiPickerDay: {
    styleOverrides: {
      root: {
        ...small,
        borderRadius: 'var(--r-2)',
        color: 'var(--text)',
        '&:hover, &:focus': { background: 'var(--hover)' },
        '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected:focus': {
          background: 'var(--accent)',
          color: 'var(--on-accent)',
          fontWeight: 600,
        },
        '&.Mui-disabled:not(.Mui-selected)': { color: 'var(--text-3)', textDecoration: 'line-through' },
      },
      today: { outlineColor: 'var(--accent-mark)' },
    },
  },
  MuiYearCalendar: { styleOverrides: { button: small } },
  MuiMultiSectionDigitalClockSection: {
    styleOverrides: { item: { ...small, borderRadius: 'var(--r-1)' } },
  },
};
