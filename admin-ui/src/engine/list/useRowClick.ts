import { useEffect } from 'react';
import { rowLink } from './useFocusReturn';

/** What reacts to a click by itself. */
export const reacting = 'a, button, input, label, select, textarea, summary';

/** Opens the record of a row that is clicked, wherever nothing in it reacts by itself and no text is being selected. */
export const useRowClick = () =>
  useEffect(() => {
    const open = ({ target, defaultPrevented: isTaken }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('.list [data-row]') : null;
      const own = row && (target as Element).closest(reacting); // an element, since it has a row
      if (isTaken || !row || (own && row.contains(own)) || getSelection()?.isCollapsed === false) return;
      rowLink(row.dataset['row'] ?? '')?.click();
    };
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, []);
