import { createContext, useContext } from 'react';
import type { PossibleStatuses } from '../../generated/answers';
import type { Saved } from '../useRecordSaved';

/** A card that is on its way. */
export interface Lifted {
  record: Saved;
  /** The column it comes from. */
  from: string;
  /** The column it is over. */
  over: string;
  by: 'pointer' | 'keys';
}

/** What the cards and columns of one board share. */
export interface BoardState {
  lifted: Lifted | undefined;
  /** Where the lifted card can go; undefined until the service has said so. */
  possible: PossibleStatuses | undefined;
  /** Whether the person may move cards at all. */
  canMove: boolean;
  lift: (record: Saved, from: string, by: Lifted['by']) => void;
  moveOver: (status: string) => void;
  drop: (status: string) => void;
  putBack: () => void;
  /** Opens the dialog with all statuses of a record. */
  choose: (record: Saved) => void;
}

/** Carries it. */
export const BoardContext = createContext<BoardState | undefined>(undefined);

/** What the cards and columns of the board at hand share. */
export const useBoard = () => {
  const board = useContext(BoardContext);
  if (!board) throw new Error('useBoard outside of a board');
  return board;
};
