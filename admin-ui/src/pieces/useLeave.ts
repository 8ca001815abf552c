import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Calls back when the pointer goes down outside of both the floating box and what it belongs to. */
export const useLeave = (
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onLeave: () => void,
) => {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      const target = event.target as Node; // what a pointer event hits is a node
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) latest.current();
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, [box, anchor]);
};
