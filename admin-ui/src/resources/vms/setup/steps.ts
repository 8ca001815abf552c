import type { VmsSetup } from '../../../generated/answers';
import type { SetupDraft } from './useSetup';

/** The steps by their names in texts, in their order. */
export const steps = ['name', 'address', 'reach', 'template', 'send', 'done'] as const;

interface Progress {
  draft: SetupDraft;
  /** Of the connection; 0 before there is one. */
  id: number;
  setup: VmsSetup | undefined;
  /** The test of the connection has just held. */
  isReached: boolean;
}

/** Which step is at hand, the first being 1: what is stored says how far a set-up has come. */
export const stepNumber = ({ draft, id, setup, isReached }: Progress) => {
  if (id === 0) return draft.isNamed ? 2 : 1;
  if (setup?.delivered) return 6;
  if (setup?.mapping) return 5;
  return isReached ? 4 : 3;
};
