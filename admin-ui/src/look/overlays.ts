import { keyframes, type ThemeOptions } from '@mui/material/styles';

const narrow = '@media (max-width: 599px)';
const flat = '@media (max-height: 560px)';

const appear = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { opacity: 0, translate: '0 4px' } });
const moving = (name: ReturnType<typeof keyframes>) => ({ animation: `${name} var(--t) var(--ease)` });

/** How what lies over the page looks: dialogs, drawers, menus, tooltips, messages; and tabs. */
export const overlays: ThemeOptions['components'] = {
  MuiModal: {
    // A place of their own: what is said meanwhile stands beside it, and readers still hear it.
    defaultProps: { container: () => document.getElementById('layers'), disableScrollLock: true },
  },
  MuiBackdrop: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--scrim)', ...moving(appear) } },
    },
  },
  MuiDialog: {
    defaultProps: { transitionDuration: 0, maxWidth: false, fullWidth: true },
    styleOverrides: {
      container: {
        height: '100dvh',
        padding: 'var(--s-8) var(--s-4)',
        [flat]: { padding: 'var(--s-2)' },
        [narrow]: { padding: 0 },
      },
      paper: {
        position: 'relative',
        width: '100%',
        maxWidth: 'var(--dialog)',
        maxHeight: '100%',
        margin: 0,
        overflow: 'hidden',
        borderRadius: 'var(--r-3)',
        background: 'var(--raised)',
        boxShadow: 'var(--shadow-2), 0 0 0 1px var(--line)',
        color: 'var(--text)',
        font: 'inherit',
        ...moving(rise),
        '&:focus': { outline: 0 },
        '&.narrow': { maxWidth: 440 },
        '&.wide': { maxWidth: 'var(--dialog-wide)' },
        '&.full': { maxWidth: 1184 },
        '&.tall': { height: '100%' },
        [narrow]: { '&&': { maxWidth: 'none', height: '100%', borderRadius: 0, boxShadow: 'none' } },
      },
    },
  },
  MuiTooltip: { defaultProps: { enterDelay: 400, leaveDelay: 0 } },
};
