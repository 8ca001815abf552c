import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazyPart';
import { VmsTabs } from './VmsTabs';

const SetupLink = lazyPart(() => import('./setup/SetupLink').then(m => m.SetupLink));

/** The frame, and the way to connect a VMS step by step. */
export const ConnectionsAbove = () => (
  <>
    <VmsTabs />
    <Suspense fallback={null}>
      <SetupLink />
    </Suspense>
  </>
);
