import { useLocaleState } from 'ra-core';
import { failuresOf } from '../../../engine/form/fieldRules';
import { useFailureText } from '../../../engine/form/useFailureText';
import { fieldOf, findResource, useMeta } from '../../../meta';
import type { TypedRate } from './firstValues';

/** Answers what is wrong with the rate of an application by its declaration. */
export const useRateFault = () => {
  const [locale] = useLocaleState();
  const say = useFailureText();
  const application = findResource(useMeta(), 'application');
  const field = application && fieldOf(application, 'talentRate');
  return (talentRate: TypedRate) => {
    const failure = field && failuresOf([field], { talentRate }, locale)['talentRate'];
    return failure && say(failure.key, failure.params);
  };
};
