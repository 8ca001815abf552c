import { useListUi } from './ListUi';
import { changeViews, isSameView } from './viewChanges';
import type { Arrangement } from './views';

/**
 * Gives the function that lays the list out anew. It is kept with the view at hand where that is one's own, and with the
 * list where none is; in a shared view it holds for oneself, until one leaves the view.
 */
export const useArrange = () => {
  const { viewed, setViewed, setPreference } = useListUi();
  const { view } = viewed;
  return (change: Arrangement) => {
    if (view?.shared) setViewed(now => ({ ...now, ...change }));
    else if (view) {
      setPreference(changeViews(now => now.map(each => (isSameView(each, view) ? { ...each, ...change } : each))));
    } else setPreference(change);
  };
};
