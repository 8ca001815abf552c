import type { ThemeOptions } from '@mui/material/styles';

/** How what one types, ticks and chooses looks. */
export const inputs: ThemeOptions['components'] = {
  MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: 'var(--line-strong)' } } },
};
