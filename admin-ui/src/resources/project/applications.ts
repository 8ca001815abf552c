const isCounts = (value: unknown): value is Record<string, number> => typeof value === 'object' && value !== null;

/** How many applications a project has, and how many of them could not be sent. */
export const applicationsOf = (counts: unknown) => {
  const all = isCounts(counts) ? counts : {};
  return { total: Object.values(all).reduce((sum, count) => sum + count, 0), failed: all['sf'] ?? 0 };
};
