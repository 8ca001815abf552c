import { useLayoutEffect, useState, type RefObject } from 'react';

/** Where something floating stands, in the coordinates of the window. */
export interface Place {
  left: number;
  width: number;
  top?: number;
  bottom?: number;
  maxHeight: number;
}

const gap = 4;
const edge = 8;
const wantedHeight = 240;

/** Below the anchor, or above where there is more room. */
export const placeOf = (anchor: DOMRect, window: { height: number }): Place => {
  const below = window.height - anchor.bottom - gap - edge;
  const above = anchor.top - gap - edge;
  const isAbove = below < wantedHeight && above > below;
  return {
    left: anchor.left,
    width: anchor.width,
    ...(isAbove ? { bottom: window.height - anchor.top + gap } : { top: anchor.bottom + gap }),
    maxHeight: Math.max(96, isAbove ? above : below),
  };
};

/** The place beside an anchor while `isOpen`; it follows scrolling and resizing. */
export const usePlace = (anchor: RefObject<HTMLElement | null>, isOpen: boolean) => {
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    if (!isOpen) return;
    const measure = () => {
      if (anchor.current) setPlace(placeOf(anchor.current.getBoundingClientRect(), { height: innerHeight }));
    };
    measure();
    addEventListener('scroll', measure, true);
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure, true);
      removeEventListener('resize', measure);
    };
  }, [anchor, isOpen]);
  return isOpen ? place : undefined;
};
