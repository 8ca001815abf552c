import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { statusAction, useResourceMeta } from '../../meta';
import { possibleQuery } from '../form/possibleStatuses';
import { useOnline } from '../useOnline';
import type { Saved } from '../useRecordSaved';
import type { BoardState, Lifted } from './BoardContext';

/** The dialog that a drop opens: for one status, or for all. */
interface PendingDrop {
  record: Saved;
  only?: string;
}

/** What is on its way over the board, where it can go, and the dialog that follows. */
export const useBoardState = () => {
  const meta = useResourceMeta();
  const isOnline = useOnline();
  const [lifted, setLifted] = useState<Lifted>();
  const [wanted, setWanted] = useState<PendingDrop>();
  const possible = useQuery({
    ...possibleQuery(meta, String(lifted?.record.id), lifted?.record['version']),
    enabled: lifted !== undefined,
  }).data;
  const canMove = isOnline && statusAction(meta) !== undefined;
  const state = useMemo<BoardState>(
    () => ({
      lifted,
      possible: lifted && possible,
      canMove,
      lift: (record, from, by) => setLifted({ record, from, over: from, by }),
      moveOver: over => setLifted(now => now && { ...now, over }),
      drop: status => {
        setLifted(undefined);
        if (lifted && status !== lifted.from) setWanted({ record: lifted.record, only: status });
      },
      putBack: () => setLifted(undefined),
      choose: record => setWanted({ record }),
    }),
    [lifted, possible, canMove],
  );
  return { state, asked: wanted, close: () => setWanted(undefined) };
};
