import { keyframes, type ThemeOptions } from '@mui/material/styles';

const narrow = '@media (max-width: 599px)';
const flat = '@media (max-height: 560px)';

const appear = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { opacity: 0, translate: '0 4px' } });
const moving = (name: ReturnType<typeof keyframes>) => ({ animation: `${name} var(--t) var(--ease)` });

/** What floats beside something: a menu, a list to pick from. */
const floating = {
  marginTop: 4,
  padding: 'var(--s-1)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--r-2)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-1)',
  color: 'var(--text)',
  fontSize: 'var(--fs-13)',
  lineHeight: 'var(--lh-13)',
  ...moving(appear),
  '&:focus': { outline: 'none' },
};

/** How what lies over the page looks: dialogs, drawers, menus, tooltips, messages; and tabs. */
export const overlays: ThemeOptions['components'] = {
  MuiModal: { defaultProps: { disableScrollLock: true } },
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
  MuiPopover: {
    defaultProps: { transitionDuration: 0, marginThreshold: 8, elevation: 0, disableScrollLock: true },
    styleOverrides: { paper: floating },
  },
  MuiMenu: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      paper: { width: 216 },
      list: {
        padding: 0,
        '&:has(.i) .no-i': { flex: 'none', width: 16 },
        '&:not(:has(.i)) .no-i': { display: 'none' },
      },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        gap: 10,
        minHeight: 32,
        padding: '4px var(--s-2)',
        borderRadius: 'var(--r-1)',
        font: 'inherit',
        whiteSpace: 'normal',
        '& .i': { color: 'var(--text-2)' },
        '&:hover, &.Mui-focusVisible, &:focus-visible': { backgroundColor: 'var(--accent-soft)' },
        '&:focus-visible, &.Mui-focusVisible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
        '&.bad, &.bad .i': { color: 'var(--bad-text)' },
        '&[aria-disabled="true"]': { color: 'var(--text-2)', cursor: 'not-allowed' },
        '&[aria-disabled="true"]:hover': { backgroundColor: 'transparent' },
        [narrow]: { minHeight: 44 },
      },
    },
  },
  MuiTooltip: { defaultProps: { enterDelay: 400, leaveDelay: 0 } },
};
