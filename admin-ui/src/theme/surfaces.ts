import type { ThemeOptions } from '@mui/material/styles';

/** The plane that floats beside something: a menu, a list to pick from, a calendar. */
export const floatingPlane = {
  border: '1px solid var(--line)',
  borderRadius: 'var(--r-2)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-1)',
};

/** How what everything else is made of looks: planes and what is pressed. */
export const surfaces: ThemeOptions['components'] = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': { outline: '2px solid var(--focus)', outlineOffset: 2 } } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, size: 'small' },
    styleOverrides: { root: { height: 'var(--control)' } },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
};
