const year = 31_536_000;

/** The value of a cookie that scripts may read; undefined when there is none. */
export const readCookie = (name: string) =>
  document.cookie
    .split('; ')
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Sets a cookie for a year, for the whole panel, and over TLS alone where the panel came by TLS. */
export const writeCookie = (name: string, value: string) => {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and the next page load must see it
  document.cookie = `${name}=${value}; path=/; max-age=${year}; samesite=lax${secure}`;
};
