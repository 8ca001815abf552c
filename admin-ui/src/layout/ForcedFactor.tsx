import { Suspense } from 'react';
import { accessToken, renewSession } from '../providers/session';
import { lazyPart } from '../ui/lazyPart';
import { Frame } from './Frame';
import { ProofLayer } from './ProofLayer';

const FactorModal = lazyPart(() => import('./FactorModal').then(m => m.FactorModal));

/** All there is for somebody who must have a second factor and has none: setting it up. The next token opens the rest. */
export const ForcedFactor = () => (
  <>
    <Frame />
    <Suspense fallback={null}>
      <FactorModal onDone={() => void accessToken().then(renewSession)} />
    </Suspense>
    <ProofLayer />
  </>
);
