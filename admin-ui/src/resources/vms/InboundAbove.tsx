import { Suspense } from 'react';
import { lazyUnthemedPart } from '../../ui/lazyPart';
import { VmsTabs } from './VmsTabs';

const UnknownNotice = lazyUnthemedPart(() => import('./UnknownNotice').then(m => m.UnknownNotice));

/** The frame, and the values that nobody has said the meaning of. */
export const InboundAbove = () => (
  <>
    <VmsTabs />
    <Suspense fallback={null}>
      <UnknownNotice />
    </Suspense>
  </>
);
