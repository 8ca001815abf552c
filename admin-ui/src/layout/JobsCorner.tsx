import { lazy, Suspense, useCallback, useState } from 'react';
import { useIdle } from '../engine/list/useIdle';

const load = () => import('../engine/jobs/JobsMenu').then(m => ({ default: m.JobsMenu }));
const JobsMenu = lazy(load);

/** The place of the jobs in the bar. What fills it comes when the browser has nothing better to do. */
export const JobsCorner = () => {
  const [isReady, setReady] = useState(false);
  useIdle(useCallback(() => load().then(() => setReady(true)), []));
  return (
    <span className="jobs-corner">
      {isReady && (
        <Suspense fallback={null}>
          <JobsMenu />
        </Suspense>
      )}
    </span>
  );
};
