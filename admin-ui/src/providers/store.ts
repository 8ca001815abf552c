import { localStorageStore } from 'ra-core';

/** Raised when what is kept in the browser changes its form; older values are then dropped. */
const version = '1';

/** What the browser remembers of lists. */
export const store = localStorageStore(version, 'poolkeeper');
