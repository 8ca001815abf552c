import { createContext, useContext } from 'react';
import type { Saved } from '../useRecordSaved';

/** Carries the records of a column. */
export const CardRowsContext = createContext<readonly Saved[]>([]);

/** The records of the column that a card stands in: what its cells have to ask for is asked for once. */
export const useCardRows = () => useContext(CardRowsContext);
