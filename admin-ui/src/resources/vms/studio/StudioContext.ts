import { createContext, useContext } from 'react';
import type { VmsGuide } from '../../../generated/answers';
import type { Problem } from '../useTrial';
import type { SeenPlace } from './offers';

/** What the rules of a mapping share while they are written. */
interface StudioState {
  guide: VmsGuide | undefined;
  /** What programs may read, with the values of the sample. */
  places: readonly SeenPlace[];
  lookups: readonly string[];
  problems: readonly Problem[];
  warnings: readonly Problem[];
  /** Remembers where somebody writes, so that a field of the sample can be put there. */
  onCaret: (rule: number, at: number) => void;
}

export const StudioContext = createContext<StudioState>({
  guide: undefined,
  places: [],
  lookups: [],
  problems: [],
  warnings: [],
  onCaret: () => undefined,
});

export const useStudio = () => useContext(StudioContext);
