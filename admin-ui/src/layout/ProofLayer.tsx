import { Suspense, useEffect, useState } from 'react';
import { onProofRequested } from '../providers/proof';
import { lazyPart } from '../ui/lazyPart';

const ProofDialog = lazyPart(() => import('./ProofDialog').then(m => m.ProofDialog));

/** Asks whoever is signed in to prove it, when a call needs that. */
export const ProofLayer = () => {
  const [answer, setAnswer] = useState<(isProved: boolean) => void>();
  useEffect(() => onProofRequested(() => new Promise<boolean>(resolve => setAnswer(() => resolve))), []);
  const close = (isProved: boolean) => {
    answer?.(isProved);
    setAnswer(undefined);
  };
  return <Suspense fallback={null}>{answer && <ProofDialog onClose={close} />}</Suspense>;
};
