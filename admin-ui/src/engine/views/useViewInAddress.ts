import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'ra-core';
import { resourceKey, useResourceMeta } from '../../meta';
import { useListUi } from '../list/ListUi';
import { viewIn, viewName, withView, type ViewName } from './viewAddress';

/**
 * Keeps the view of the list in the address, where react-admin writes filters and order without it: the one that was last there, else
 * the one that the person chose last. Gives the function that chooses one.
 */
export const useViewInAddress = () => {
  const meta = useResourceMeta();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { preference, setPreference } = useListUi();
  const last = useRef<string>(undefined);
  const view = viewIn(search);
  const isAtList = pathname === `/${resourceKey(meta)}`;
  const wanted = last.current ?? preference.shownAs ?? 'list';
  useEffect(() => {
    if (!isAtList) return;
    if (view) last.current = view;
    else if (viewName(meta, wanted) !== 'list') navigate(pathname + withView(search, wanted), { replace: true });
  }, [meta, isAtList, pathname, search, view, wanted, navigate]);
  return (name: ViewName) => {
    last.current = name;
    setPreference({ shownAs: name });
  };
};
