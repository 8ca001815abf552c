import { useProblemText } from './useProblemText';
import type { Problem } from './useTrial';

interface Props {
  problem: Problem;
}

/** Texts that do not say all: the reason stands in the words of jq. */
const withReason = new Set(['detail.E_RUN', 'vmsMapping.run.applyReason']);

/** What is wrong with a rule; where only jq knows why, its message stands beside it. */
export const ProblemText = ({ problem }: Props) => {
  const say = useProblemText();
  return (
    <>
      {say(problem)} {withReason.has(problem.text) && <code lang="en">{problem.message}</code>}
    </>
  );
};
