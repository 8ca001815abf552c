import { KeyHints } from '../../engine/KeyHints';

const hints = [
  { keys: ['J', 'K'], word: 'panel.keys.move' },
  { keys: ['S'], word: 'dashboard.keys.step' },
  { keys: ['Enter'], word: 'panel.keys.open' },
  { keys: ['[', ']'], word: 'dashboard.keys.lists' },
];

/** The keys by which the worklists are worked off. */
export const WorkKeys = () => <KeyHints hints={hints} />;
