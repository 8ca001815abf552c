import type { RouterMatch } from 'ra-core';

const segments = (path: string) => path.split('/').filter(Boolean);

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a lone % is no escape, and no reason to fail
  }
};

const matchSegments = (pattern: string[], path: string[]) => {
  const params: Record<string, string> = {};
  for (const [i, wanted] of pattern.entries()) {
    const found = path[i];
    if (found === undefined) return undefined;
    if (wanted.startsWith(':')) params[wanted.slice(1)] = decoded(found);
    else if (wanted.toLowerCase() !== found.toLowerCase()) return undefined;
  }
  return params;
};

/** Matches a path against `a/:b/*`. With `isWhole` nothing may follow, unless the pattern ends in `*`. */
export const match = (pattern: string, pathname: string, isExact: boolean): RouterMatch | null => {
  const wanted = segments(pattern);
  const found = segments(pathname);
  const isOpen = wanted.at(-1) === '*';
  if (isOpen) wanted.pop();
  if (isExact && !isOpen && found.length > wanted.length) return null;
  const params = matchSegments(wanted, found);
  if (!params) return null;
  if (isOpen) params['*'] = found.slice(wanted.length).join('/');
  const pathnameBase = `/${found.slice(0, wanted.length).join('/')}`;
  return { params, pathname: isOpen ? pathname : pathnameBase, pathnameBase };
};

/** How exact a pattern is: words before parameters before the rest. */
export const rank = (pattern: string) =>
  segments(pattern).reduce((sum, s) => sum + 1 + (s === '*' ? -2 : s.startsWith(':') ? 3 : 10), 0);
