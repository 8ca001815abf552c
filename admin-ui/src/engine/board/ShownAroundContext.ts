import { createContext } from 'react';

/** The texts of the record around a board: its cards do not repeat them. */
export const ShownAroundContext = createContext<ReadonlySet<unknown>>(new Set());
