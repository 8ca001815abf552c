/*
 * The address bar says `per-page`, react-admin says `perPage`. The translation happens here and nowhere else.
 */

/** Turns the query of the address bar into react-admin's. */
export const inbound = (search: string) => {
  if (!/[?&](per-)?page=/.test(search)) return search;
  const translated = search.replace(/([?&])per-page=/, '$1perPage=');
  // Without a filter react-admin takes `?page=3` for no list state at all and goes back to the stored page.
  return /[?&]filter=/.test(translated) ? translated : `${translated}&filter=%7B%7D`;
};

/** Turns react-admin's query into that of the address bar, without the empty parts. */
export const outbound = (search: string) => {
  if (!wasList(search)) return search;
  const query = new URLSearchParams(search);
  for (const name of ['filter', 'displayedFilters']) if (query.get(name) === '{}') query.delete(name);
  return `?${query.toString().replace(/(^|&)perPage=/, '$1per-page=')}`;
};

/** Says whether a query, as react-admin writes it, is the state of a list. */
export const wasList = (search: string) => search.includes('perPage=');

/** The query of a list in its first state. */
export const unfilteredList = '?filter=%7B%7D';
