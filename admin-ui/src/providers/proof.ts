/** Asks the person at hand to prove who they are once more, and answers whether they did. */
type ProofAsker = () => Promise<boolean>;

let ask: ProofAsker | undefined;
let asked: Promise<boolean> | undefined;

/** Lets a part of the panel ask; the answer takes it back. */
export const onProofAsked = (asker: ProofAsker) => {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
};

/** Whether the person has just proved who they are. Calls that need it at the same time ask once. */
export const isProved = () => {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = undefined;
  });
  return asked;
};
