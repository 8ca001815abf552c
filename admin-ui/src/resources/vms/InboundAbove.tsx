import { lazy, Suspense } from 'react';
import { VmsTabs } from './VmsTabs';

const UnknownNotice = lazy(() => import('./UnknownNotice').then(m => ({ default: m.UnknownNotice })));

/** The frame, and the values that nobody has said the meaning of. */
export const InboundAbove = () => (
  <>
    <VmsTabs />
    <Suspense fallback={null}>
      <UnknownNotice />
    </Suspense>
  </>
);
