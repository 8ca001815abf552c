import { useState } from 'react';
import type { ShortlistCandidate } from '../../../generated/answers';

/** The people who are ticked, in the order in which they were. */
export const useChosen = () => {
  const [chosen, setChosen] = useState<readonly ShortlistCandidate[]>([]);
  const toggle = (person: ShortlistCandidate) =>
    setChosen(old => {
      const rest = old.filter(({ freelancerId }) => freelancerId !== person.freelancerId);
      return rest.length < old.length ? rest : [...old, person];
    });
  return { chosen, toggle, clear: () => setChosen([]) };
};
