/** What the address asks of the service; empty while it asks nothing whole. */
export const questionOf = (query: URLSearchParams) => {
  const parameters = new URLSearchParams();
  for (const name of ['userId', 'permission', 'entity', 'id', 'action', 'call', 'input']) {
    const value = query.get(name);
    if (value) parameters.set(name, value);
  }
  return ['permission', 'entity', 'call'].some(name => parameters.has(name)) ? parameters.toString() : '';
};
