import { Suspense } from 'react';
import { later } from '../engine/later';
import { Frame } from './Frame';

const PasswordModal = later(() => import('./PasswordModal').then(m => m.PasswordModal));

/** All there is for somebody who signed in with a one-time password: choosing one of their own. */
export const ForcedPassword = () => (
  <>
    <Frame />
    <Suspense fallback={null}>
      <PasswordModal />
    </Suspense>
  </>
);
