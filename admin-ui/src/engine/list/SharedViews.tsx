import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { nameToday, useResourceMeta } from '../../meta';
import { useWords } from '../useWords';
import { useListUi } from './ListUi';
import { readShared, sharedKey, sharedTab } from './sharedViews';
import type { View } from './views';

interface Props {
  /** The view at hand, where it was saved by somebody. */
  view: View | undefined;
}

/** Fetches the views that are shared with the reader, and lays the list out as the view at hand says. Draws nothing. */
export const SharedViews = ({ view }: Props) => {
  const meta = useResourceMeta();
  const { t } = useWords();
  const { setViewed } = useListUi();
  const { data } = useQuery({
    queryKey: sharedKey(meta),
    queryFn: ({ signal }) => readShared(meta, signal),
    staleTime: 60_000,
  });
  useEffect(() => {
    const by = (name: string, isOwn: boolean) => (isOwn ? t('panel.view.byYou') : t('panel.view.by', { name }));
    const shared = (data ?? []).map(one => sharedTab(meta, one, by(one.ownerName, one.isOwn)));
    setViewed(now => ({ ...now, shared }));
  }, [data, meta, t, setViewed]);
  useEffect(() => {
    setViewed(now => ({
      ...now,
      view,
      columns: view?.columns?.map(name => nameToday(meta, name)),
      density: view?.density,
    }));
  }, [view, meta, setViewed]);
  return null;
};
