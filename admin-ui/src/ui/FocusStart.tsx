import { useRef } from 'react';
import { useStartFocus } from './useStartFocus';

/** Puts the focus where one begins in the layer that it stands in. */
export const FocusStart = () => {
  const mark = useRef<HTMLSpanElement>(null);
  useStartFocus(mark);
  return <span ref={mark} hidden />;
};
