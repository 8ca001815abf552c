import { Suspense } from 'react';
import { lazyPart } from '../ui/lazyPart';
import { Frame } from './Frame';

const PasswordModal = lazyPart(() => import('./PasswordModal').then(m => m.PasswordModal));

/** All there is for somebody who signed in with a one-time password: choosing one of their own. */
export const ForcedPassword = () => (
  <>
    <Frame />
    <Suspense fallback={null}>
      <PasswordModal />
    </Suspense>
  </>
);
