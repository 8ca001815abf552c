import { useTranslate } from 'ra-core';
import { useFailureText } from '../../engine/form/useFailureText';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { Note } from '../../ui/Note';
import { Skeleton } from '../../ui/Skeleton';
import type { Freelancer } from '../../generated/resources';
import { MergeApplications } from './MergeApplications';
import { MergeFields } from './MergeFields';
import { Parts } from './Parts';
import type { useMerge } from './useMerge';
import './freelancer.css';

const nameOf = ({ name, handle }: Freelancer) => `${name} ${handle}`;

/** Two records side by side, what prevents merging them, and what moves. */
export const MergeBody = ({ merge }: { merge: ReturnType<typeof useMerge> }) => {
  const t = useTranslate();
  const say = useFailureText();
  const { here, there, plan, fields, choose, error, retry } = merge;
  return (
    <>
      {error && <Refusal error={error} onRetry={retry} />}
      {!plan && !error && <Skeleton />}
      {plan?.blockedBy.map(({ key, params }) => (
        <Note key={key} tone="bad">
          {say(key, params)}
        </Note>
      ))}
      {plan && here && there && (
        <>
          {fields.length > 0 && <MergeFields here={here} there={there} fields={fields} onChange={choose} />}
          <p className="t2 s13">{t('freelancer.pair.same')}</p>
          {plan.applications.length > 0 && (
            <MergeApplications projects={plan.applications} onChange={merge.chooseApplication} />
          )}
          {plan.consent && (
            <p className="t2 s13">
              {t('freelancer.merge.consent', { name: nameOf(plan.consent === 'this' ? here : there) })}
            </p>
          )}
          {plan.lost.length > 0 && (
            <Note tone="warn">
              {t('freelancer.merge.lost', { ids: plan.lost.map(({ system, id }) => `${system} ${id}`).join(', ') })}
            </Note>
          )}
          <Parts title={t('freelancer.merge.moves')} parts={plan.moves} />
        </>
      )}
    </>
  );
};
