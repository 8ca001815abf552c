import { localStorageStore, type Store } from 'ra-core';

/** Raised when what is kept in the browser changes its form; older values are then dropped. */
const version = '1';

const browser = localStorageStore(version, 'poolkeeper');

/**
 * What the browser remembers of lists. What they show stands in their addresses: react-admin would keep that as well, which
 * nobody reads and which draws a list once more for every page.
 */
export const store: Store = {
  ...browser,
  setItem: (key, value) => {
    if (!key.endsWith('.listParams')) browser.setItem(key, value);
  },
};
