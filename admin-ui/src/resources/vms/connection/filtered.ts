/** A list, narrowed by filters. */
export const filtered = (route: string, filter: Record<string, unknown>) =>
  `${route}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
