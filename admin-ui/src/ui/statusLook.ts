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
  QUEUED: { tone: 'info', icon: 'clock' },
  SENT: { tone: 'ok', icon: 'check' },
  FAILED: { tone: 'bad', icon: 'alert', isLoud: true },
  CANCELLED: { tone: 'neutral', icon: 'x' },
  KEPT_AS_FILE: { tone: 'neutral', icon: 'archive' },
  MERGED: { tone: 'ok', icon: 'done' },
  OK: { tone: 'ok', icon: 'check' },
  DEGRADED: { tone: 'warn', icon: 'alert', isLoud: true },
  DOWN: { tone: 'bad', icon: 'alert', isLoud: true },
  GONE: { tone: 'neutral', icon: 'x' },
  PROCESSED: { tone: 'ok', icon: 'check' },
  RETRY: { tone: 'info', icon: 'undo' },
  QUARANTINED: { tone: 'warn', icon: 'pause', isLoud: true },
  IGNORED: { tone: 'neutral', icon: 'x' },
  DRAFT: { tone: 'neutral', icon: 'dashed' },
  LIVE: { tone: 'ok', icon: 'play' },
  RETIRED: { tone: 'neutral', icon: 'archive' },
  ACCEPTED: { tone: 'ok', icon: 'done' },
  KEPT: { tone: 'neutral', icon: 'check' },
  SUPERSEDED: { tone: 'neutral', icon: 'archive' },
  NOT_DUPLICATE: { tone: 'neutral', icon: 'xSquare' },
};

const unknown: Look = { tone: 'neutral', icon: 'info' };

/** The look of a state; quiet for one nobody has drawn yet. */
export const lookOf = (status: string): Look => looks[status] ?? unknown;
