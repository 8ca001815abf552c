import { createContext } from 'react';
import type { Done } from './useUndo';

/** What was done to a record, in words, and its way back. */
export interface ShownDone extends Done {
  text: string;
}

/** Gets what was done and can be taken back, where a place shows that itself and no toast has to offer it. */
export const DoneContext = createContext<((done: ShownDone) => void) | undefined>(undefined);
