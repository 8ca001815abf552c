import { useSyncExternalStore } from 'react';
import { currentSession, onSession } from './session';

/** Who is signed in. */
export const useSession = () => useSyncExternalStore(onSession, currentSession);
