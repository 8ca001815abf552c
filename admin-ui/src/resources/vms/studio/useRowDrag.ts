import { useEffect, useRef, useState } from 'react';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** Lets a row be dragged by its grip to the place of another. */
export const useRowDrag = (index: number, onMove: (from: number, to: number) => void) => {
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const latest = useRef(onMove);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    const [element, dragHandle] = [row.current, grip.current];
    if (!element || !dragHandle) return;
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ rule: index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['rule'] === 'number',
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          latest.current(Number(source.data['rule']), index);
        },
      }),
    );
  }, [index]);
  return { row, grip, isOver };
};
