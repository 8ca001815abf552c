import { createTheme, type Direction, type Theme } from '@mui/material/styles';
import { inputs } from './inputs';
import { Memo } from './memo';
import { overlays } from './overlays';
import { pickers } from './pickers';
import { surfaces } from './surfaces';

/** Which of the two themes is shown. */
export type Mode = 'light' | 'dark';

/** How close the rows stand. */
type Density = 'comfortable' | 'compact';

/** All a theme depends on. */
export interface Look {
  mode: Mode;
  direction: Direction;
  density: Density;
  locale: string;
}

const palettes = {
  light: {
    primary: { main: '#0a637b', dark: '#005064', contrastText: '#ffffff' },
    error: { main: '#b02a26' },
    warning: { main: '#7a4d04' },
    success: { main: '#196537' },
    info: { main: '#2d54a0' },
    divider: '#dae1e3',
    text: { primary: '#152025', secondary: '#475256', disabled: '#5f696e' },
    background: { default: '#ffffff', paper: '#ffffff' },
  },
  dark: {
    primary: { main: '#5ac0d4', dark: '#7ad4e6', contrastText: '#03171d' },
    error: { main: '#c4403b' },
    warning: { main: '#ebbc69' },
    success: { main: '#7ad19a' },
    info: { main: '#96b8f5' },
    divider: '#2a3235',
    text: { primary: '#e4e9eb', secondary: '#acb4b7', disabled: '#8f999c' },
    background: { default: '#13191c', paper: '#1b2326' },
  },
} as const;

const spacing: Record<Density, number> = { comfortable: 4, compact: 3 };

const build = ({ mode, direction, density }: Look): Theme =>
  createTheme({
    direction,
    palette: { mode, ...palettes[mode] },
    spacing: spacing[density],
    shape: { borderRadius: 6 },
    typography: { fontFamily: 'var(--font)', fontSize: 14, button: { textTransform: 'none', fontWeight: 500 } },
    transitions: {
      duration: { shortest: 90, shorter: 90, short: 150, standard: 150, enteringScreen: 150, leavingScreen: 90 },
    },
    components: { ...surfaces, ...overlays, ...inputs, ...pickers },
  });

const built = new Memo<Theme>(10, 3_600_000);

/** The theme of a look. Building one is dear, so the ten used last are kept for an hour. */
export const themeOf = (look: Look) =>
  built.get([look.mode, look.direction, look.density, look.locale].join(' '), () => build(look));
