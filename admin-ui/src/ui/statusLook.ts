import type { IconName } from './Icon';
import type { Tone } from './tone';

/** How a state looks. Loud ones wait for a person; every state has an icon of its own shape. */
export interface Look {
  tone: Tone;
  icon: IconName;
  isLoud?: boolean;
}

/** By value: what is called the same looks the same, whatever it is the state of. */
const looks: Record<string, Look> = {
  ACTIVE: { tone: 'ok', icon: 'play' },
  PAUSED: { tone: 'warn', icon: 'pause', isLoud: true },
  CLOSED: { tone: 'neutral', icon: 'archive' },
  DELETED: { tone: 'neutral', icon: 'trash' },
  uc: { tone: 'neutral', icon: 'dashed' },
  a: { tone: 'info', icon: 'half' },
  sp: { tone: 'info', icon: 'clock' },
  sf: { tone: 'bad', icon: 'alert', isLoud: true },
  s2c: { tone: 'violet', icon: 'send' },
  h: { tone: 'ok', icon: 'done' },
  rm: { tone: 'neutral', icon: 'xCircle' },
  rv: { tone: 'neutral', icon: 'xSquare' },
  w: { tone: 'neutral', icon: 'undo' },
  AC: { tone: 'ok', icon: 'play' },
  DE: { tone: 'neutral', icon: 'pause' },
  UV: { tone: 'neutral', icon: 'dashed' },
  DL: { tone: 'neutral', icon: 'trash' },
  OPEN: { tone: 'info', icon: 'half' },
  RECEIVED: { tone: 'warn', icon: 'clock', isLoud: true },
  IDENTITY_CHECK: { tone: 'info', icon: 'half' },
  IN_PROGRESS: { tone: 'info', icon: 'clock' },
  DONE: { tone: 'ok', icon: 'done' },
  REFUSED: { tone: 'neutral', icon: 'xCircle' },
  MERGED: { tone: 'ok', icon: 'done' },
  NOT_DUPLICATE: { tone: 'neutral', icon: 'xSquare' },
};

const unknown: Look = { tone: 'neutral', icon: 'info' };

/** The look of a state; quiet for one nobody has drawn yet. */
export const lookOf = (status: string): Look => looks[status] ?? unknown;
