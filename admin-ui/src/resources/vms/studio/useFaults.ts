import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormState } from '../../../engine/form/FormContext';
import type { Problem } from '../useTrial';
import { checkRules, type Checked } from './checkRules';
import { documentOf, rulesOf } from './rules';
import { useStill } from '../../../engine/useStill';

/** How long nothing is typed before the rules are checked. */
const pauseMs = 400;

/** What is wrong with the rules in the form, and what may be; of a rule that has changed since nothing is said. */
export const useFaults = (): Checked => {
  const { values, isReadOnly } = useFormState();
  const body = JSON.stringify(documentOf(values));
  const still = useStill(body, pauseMs);
  const { entity, lookups, rules } = JSON.parse(still) as ReturnType<typeof documentOf>; // as it was written above
  const found = useQuery({
    queryKey: ['vmsMapping', 'check', still],
    queryFn: async ({ signal }) => ({ ...(await checkRules({ entity, lookups, rules }, signal)), rules }),
    enabled: !isReadOnly && typeof entity === 'string',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const now = rulesOf(values['rules']);
  const isAsChecked = ({ rule }: Problem) => {
    const [one, checked] = [now[rule], found.data?.rules[rule]];
    return one?.jq === checked?.jq && one?.target === checked?.target && one?.when === checked?.when;
  };
  const { problems = [], warnings = [] } = found.data ?? {};
  return { problems: problems.filter(isAsChecked), warnings: warnings.filter(isAsChecked) };
};
