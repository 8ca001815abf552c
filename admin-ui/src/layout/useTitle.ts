import { useEffect } from 'react';

/** Names the page in the tab of the browser. */
export const useTitle = (text: string) =>
  useEffect(() => {
    document.title = text ? `${text} · Poolkeeper` : 'Poolkeeper';
  }, [text]);
