import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';
import type { Place } from './place';
import { cellDomId } from './Row';

/** Shows a cell: its row below a head of some pixels, its column beside the keys, and the focus on the grid while nobody writes. */
export const useShow = (
  ref: RefObject<HTMLDivElement | null>,
  reveal: (row: number, head: number) => void,
  head: number,
) => {
  const [goal, setGoal] = useState<Place>();
  useLayoutEffect(() => {
    if (goal)
      document
        .getElementById(cellDomId(goal.row, goal.column))
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [goal]);
  return useCallback(
    (place: Place, isEditing: boolean) => {
      reveal(place.row, head);
      setGoal(place);
      if (!isEditing) ref.current?.focus({ preventScroll: true });
    },
    [reveal, ref, head],
  );
};
