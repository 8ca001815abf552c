import { createContext } from 'react';
import type { Column } from './columns';

/** The columns of records that stand in lines outside of their own list. */
export const LineColumnsContext = createContext<readonly Column[] | undefined>(undefined);
