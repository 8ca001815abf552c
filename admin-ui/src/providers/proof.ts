/** Asks the person at hand to prove who they are once more, and answers whether they did. */
type ProofAsker = () => Promise<boolean>;

let current: ProofAsker | undefined;
let running: Promise<boolean> | undefined;

/** Lets a part of the panel ask; the answer takes it back. */
export const onProofRequested = (asker: ProofAsker) => {
  current = asker;
  return () => {
    if (current === asker) current = undefined;
  };
};

/** Whether the person has just proved who they are. Calls that need it at the same time ask once. */
export const isProved = () => {
  running ??= (current?.() ?? Promise.resolve(false)).finally(() => {
    running = undefined;
  });
  return running;
};
