import type { ThemeOptions } from '@mui/material/styles';

/** How what lies over the page looks: dialogs, drawers, menus, tooltips, messages; and tabs. */
export const overlays: ThemeOptions['components'] = {
  MuiDialog: {
    styleOverrides: { paper: { borderRadius: 10, boxShadow: 'var(--shadow-2)', maxWidth: 'var(--dialog)' } },
  },
  MuiTooltip: { defaultProps: { enterDelay: 400, leaveDelay: 0 } },
};
