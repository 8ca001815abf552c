const home = '/dashboard';

/** Where to go after sign-in: the path one came from, if it is one of this panel, else the dashboard. */
export const returnPath = (wanted: string | null) => {
  if (!wanted?.startsWith('/')) return home;
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : undefined;
  // `//host` and `/\host` leave the panel; the sign-in page would come back here.
  if (url?.origin !== location.origin || url.pathname.startsWith('/auth/') || url.pathname === '/') return home;
  return url.pathname + url.search + url.hash;
};
