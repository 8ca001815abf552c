import { Suspense } from 'react';
import { lazyPlainPart } from '../../ui/lazyPart';
import { VmsTabs } from './VmsTabs';

const UnknownNotice = lazyPlainPart(() => import('./UnknownNotice').then(m => m.UnknownNotice));

/** The frame, and the values that nobody has said the meaning of. */
export const InboundAbove = () => (
  <>
    <VmsTabs />
    <Suspense fallback={null}>
      <UnknownNotice />
    </Suspense>
  </>
);
