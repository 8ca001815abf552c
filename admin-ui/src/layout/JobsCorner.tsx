import { Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../ui/lazyPart';
import { useIdle } from '../engine/list/useIdle';

const JobsMenu = lazyPart(() => import('../engine/jobs/JobsMenu').then(m => m.JobsMenu));

/** The place of the jobs in the bar. What fills it comes when the browser has nothing better to do. */
export const JobsCorner = () => {
  const [isReady, setReady] = useState(false);
  useIdle(useCallback(() => JobsMenu.load().then(() => setReady(true)), []));
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
