import { keyframes, type ThemeOptions } from '@mui/material/styles';
import { floatingPlane } from './surfaces';

const narrow = '@media (max-width: 599px)';
const flat = '@media (max-height: 560px)';

const appear = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { opacity: 0, translate: '0 4px' } });
const slide = keyframes({ from: { opacity: 0, translate: '-16px 0' } });
const moving = (name: ReturnType<typeof keyframes>) => ({ animation: `${name} var(--t) var(--ease)` });

/** What floats beside something: a menu, a list to pick from. */
const floating = {
  marginTop: 4,
  padding: 'var(--s-1)',
  ...floatingPlane,
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
        '&&': { minHeight: 32 },
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
        [narrow]: { '&&': { minHeight: 44 } },
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, leaveDelay: 0 },
    styleOverrides: {
      tooltip: {
        maxWidth: 320,
        padding: '4px var(--s-2)',
        borderRadius: 'var(--r-1)',
        background: 'var(--top)',
        boxShadow: 'var(--shadow-1)',
        color: 'var(--top-text)',
        font: 'inherit',
        fontSize: 'var(--fs-12)',
        lineHeight: 'var(--lh-12)',
      },
    },
  },
  MuiDrawer: {
    defaultProps: { transitionDuration: 0, elevation: 0 },
    styleOverrides: {
      paper: {
        width: 'min(300px, calc(100vw - 56px))',
        background: 'var(--canvas)',
        boxShadow: 'var(--shadow-2)',
        color: 'var(--text)',
        ...moving(slide),
      },
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: {
        flex: 'none',
        minHeight: 0,
        padding: '0 var(--s-6)',
        borderBottom: '1px solid var(--line)',
        [narrow]: { padding: '0 var(--s-4)' },
      },
      list: { gap: 'var(--s-5)' },
      indicator: { backgroundColor: 'var(--accent)', transition: 'none' },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        flexDirection: 'row',
        gap: 6,
        minWidth: 0,
        minHeight: 0,
        height: 36,
        padding: 0,
        color: 'var(--text-2)',
        font: 'inherit',
        fontSize: 'var(--fs-13)',
        fontWeight: 'var(--w-medium)',
        '& .n': { color: 'var(--text-3)', fontWeight: 'var(--w-regular)' },
        '&:hover': { color: 'var(--text)' },
        '&.Mui-selected': { color: 'var(--text)', fontWeight: 'var(--w-strong)' },
        '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
        [narrow]: { height: 44 },
      },
    },
  },
  MuiSnackbar: {
    defaultProps: { transitionDuration: 0 },
    // They stand in a stack of their own, not each at the edge of the window.
    styleOverrides: { root: { position: 'static', width: '100%', '& > *': { flexGrow: 1, ...moving(rise) } } },
  },
};
