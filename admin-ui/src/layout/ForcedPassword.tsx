import { lazy, Suspense } from 'react';
import { Frame } from './Frame';

const PasswordModal = lazy(() => import('./PasswordModal').then(m => ({ default: m.PasswordModal })));

/** All there is for somebody who signed in with a one-time password: choosing one of their own. */
export const ForcedPassword = () => (
  <>
    <Frame />
    <Suspense fallback={null}>
      <PasswordModal />
    </Suspense>
  </>
);
