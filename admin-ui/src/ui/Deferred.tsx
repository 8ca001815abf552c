import { useDeferredValue, type ReactNode } from 'react';

interface Props {
  /** Keeps its place in the first frame. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Draws what is much after the first frame, a little at a time: a dialog of thirty inputs opens as fast as its frame. What one
 * does meanwhile goes first.
 */
export const Deferred = ({ waiting = null, children }: Props) => (useDeferredValue(true, false) ? children : waiting);
