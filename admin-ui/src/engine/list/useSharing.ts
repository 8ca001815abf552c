import { useNotify } from 'ra-core';
import { useQueryClient } from '@tanstack/react-query';
import { useResourceMeta } from '../../meta';
import { useErrorToast } from '../useErrorToast';
import { useListUi } from './ListUi';
import { ownCopy, sharedKey, shareView, withdrawView, type Audience } from './sharedViews';
import { changeViews, isSameView, withView } from './viewChanges';
import type { View } from './views';

/**
 * What one can do with shared views besides looking at them. A view that is shared is no longer among one's own, and
 * comes back when it is withdrawn.
 */
export const useSharing = () => {
  const meta = useResourceMeta();
  const client = useQueryClient();
  const notify = useNotify();
  const showError = useErrorToast();
  const { setPreference, setViewed } = useListUi();
  const again = () => client.invalidateQueries({ queryKey: sharedKey(meta) });
  const saveView = (view: View) => {
    setViewed(now => ({ ...now, chosen: undefined }));
    setPreference(changeViews(views => withView(views, ownCopy(view))));
  };
  const share = async (view: View, role: Audience) => {
    await shareView(meta, view, role);
    await again();
    if (!view.shared) setPreference(changeViews(views => views.filter(each => !isSameView(each, view))));
    notify(view.shared ? 'panel.view.changed' : 'panel.view.isShared', { type: 'success' });
  };
  const withdraw = async (view: View) => {
    if (!view.shared) return;
    try {
      await withdrawView(meta, view.shared);
      if (view.shared.isOwn) saveView(view);
      notify('panel.view.isWithdrawn', { type: 'success' });
    } catch (error) {
      showError(error);
    }
    await again();
  };
  const update = (view: View) => share(view, view.shared?.role ?? null).catch((error: unknown) => showError(error));
  return { copy: saveView, share, withdraw, update };
};
