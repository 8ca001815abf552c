import { useTranslate } from 'ra-core';
import { useMeta } from '../meta';
import { useLocation } from '../router/useLocation';
import { isWithin } from '../meta/useCanOpen';
import { useTitle } from './useTitle';

const own: Record<string, string> = { '/dashboard': 'menu.dashboard', '/uiguidelines': 'panel.guidelines.title' };

/** Names the page in the browser's tab by the entry of the sidebar it belongs to. */
export const usePageTitle = () => {
  const t = useTranslate();
  const { groups } = useMeta();
  const { pathname } = useLocation();
  const entry = groups.flatMap(group => group.entries).find(({ route }) => isWithin(pathname, route));
  const key = entry ? entry.label : own[pathname];
  useTitle(key ? t(key) : '');
};
