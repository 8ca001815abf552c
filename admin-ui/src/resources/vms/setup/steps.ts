import type { VmsSetup } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import type { SetupDraft, Way } from './useSetup';

/** A step by its name in texts. */
export type StepName = 'name' | 'address' | 'reach' | 'template' | 'send' | 'inbound' | 'answer' | 'done';

const outbound = ['reach', 'template', 'send'] as const;
const inbound = ['inbound', 'answer'] as const;

/** The steps of each direction, in their order: what the VMS does not do is not asked for. */
export const stepsOf: Record<Way, readonly StepName[]> = {
  BOTH: ['name', 'address', ...outbound, ...inbound, 'done'],
  OUT: ['name', 'address', ...outbound, 'done'],
  IN: ['name', 'address', ...inbound, 'done'],
};

/** Which way messages go on a connection. */
export const wayOf = ({ capabilities }: VmsConnection): Way => {
  const isSentTo = capabilities.includes('SUBMIT_CANDIDATE');
  const sends = capabilities.some(one => /^(JOB|STATUS)_/.test(one));
  if (isSentTo) return sends ? 'BOTH' : 'OUT';
  return 'IN';
};

interface Progress {
  draft: SetupDraft;
  /** Of the connection; 0 before there is one. */
  id: number;
  setup: VmsSetup | undefined;
  /** The test of the connection has just held. */
  isReached: boolean;
}

/** The first of some steps that is not done, the last where all are: what is stored says how far a set-up has come. */
export const currentStep = (steps: readonly StepName[], { draft, id, setup, isReached }: Progress): StepName => {
  const isMapped = Boolean(setup?.mapping);
  const isDone: Record<StepName, boolean> = {
    name: id > 0 || draft.isNamed,
    address: id > 0,
    reach: isReached || isMapped,
    template: isMapped,
    send: Boolean(setup?.delivered),
    inbound: Boolean(setup?.inbound),
    answer: Boolean(setup?.received),
    done: false,
  };
  return steps.find(name => !isDone[name]) ?? 'done';
};
