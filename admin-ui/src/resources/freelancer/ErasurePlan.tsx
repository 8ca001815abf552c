import { useTranslate } from 'ra-core';
import { useFailureText } from '../../engine/form/useFailureText';
import { Note } from '../../ui/Note';
import type { ErasePlan } from '../../generated/answers';
import { Parts } from './Parts';
import './freelancer.css';

/** What goes and what stays when somebody is forgotten, and what prevents it. */
export const ErasurePlan = ({ plan }: { plan: ErasePlan }) => {
  const t = useTranslate();
  const say = useFailureText();
  return (
    <>
      {plan.blockedBy.map(({ key, params }) => (
        <Note key={key} tone="bad">
          {say(key, params)}
        </Note>
      ))}
      <div className="erase">
        <Parts title={t('freelancer.erase.goes')} parts={plan.goes}>
          <li>
            {t('freelancer.erase.record', { name: plan.becomes })}
            <span className="t3">{plan.fields.map(name => t(`resources.freelancer.fields.${name}`)).join(', ')}</span>
          </li>
        </Parts>
        <Parts title={t('freelancer.erase.stays')} parts={plan.stays} />
      </div>
    </>
  );
};
