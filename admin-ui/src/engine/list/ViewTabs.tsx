import { Suspense } from 'react';
import { LinkBase, useListContext } from 'ra-core';
import { Icon } from '../../ui/Icon';
import { resourceKey, useResourceMeta } from '../../meta';
import { useIsQuiet } from '../../providers/useIsQuiet';
import { lazyUnthemedPart } from '../../ui/lazyPart';
import { useWords } from '../useWords';
import { useListUi } from './ListUi';
import { useCounts } from './useCounts';
import { allQuery, isTrash, shippedViews, trashQuery, viewFilter, viewQuery, viewSearch } from './views';
import type { View } from './views';
import '../../ui/tabs.css';
import './list.css';

const SharedViews = lazyUnthemedPart(() => import('./SharedViews').then(m => m.SharedViews));
const ViewMenu = lazyUnthemedPart(() => import('./ViewMenu').then(m => m.ViewMenu));

const keyOf = ({ name, query, shared }: View) => [name, query, shared?.id].join();

/** The views of the list: everything, those of the product, those a person saved, and what was deleted. */
export const ViewTabs = () => {
  const meta = useResourceMeta();
  const { t, plural } = useWords();
  const { filterValues, sort, perPage, total, isPending } = useListContext();
  const { preference, viewed, setViewed, open } = useListUi();
  const isQuiet = useIsQuiet();
  const own = [...(preference.views ?? []), ...viewed.shared];
  const shipped = shippedViews(meta, t);
  const now = viewQuery(filterValues, sort);
  const views: View[] = [
    { name: t('panel.view.all', { plural }), query: allQuery(meta) },
    ...shipped,
    ...own,
    ...(meta.trash ? [{ name: t('panel.view.trash'), query: trashQuery(meta) }] : []),
  ];
  const mine = own.findIndex(view => view.query === now);
  // One's own goes first: only the present view can be renamed or removed.
  const chosen = views.findIndex(view => view.query === now && keyOf(view) === viewed.chosen);
  const exact =
    chosen >= 0 ? chosen : mine >= 0 ? mine + 1 + shipped.length : views.findIndex(view => view.query === now);
  const current = exact >= 0 ? exact : isTrash(filterValues) ? views.length - 1 : 0;
  const saved = own[current - 1 - shipped.length];
  const counts = useCounts(
    views.map(view => viewFilter(view.query)),
    isQuiet && !isPending,
  );
  return (
    <nav className="tabs views" aria-label={t('panel.view.label')}>
      {views.map((view, i) => {
        return (
          <span key={keyOf(view)} className="view">
            <LinkBase
              to={`/${resourceKey(meta)}${viewSearch(view.query, perPage)}`}
              aria-current={i === current ? 'page' : undefined}
              title={view.by}
              onClick={() => setViewed(last => ({ ...last, chosen: keyOf(view) }))}
            >
              {view.by && <Icon name="users" />}
              {view.name}
              <Count of={i === exact ? total : (counts[i] ?? undefined)} />
            </LinkBase>
            {i === current && saved && (
              <Suspense fallback={null}>
                <ViewMenu view={saved} />
              </Suspense>
            )}
          </span>
        );
      })}
      {isQuiet && (
        <Suspense fallback={null}>
          <SharedViews view={saved} />
        </Suspense>
      )}
      {!saved && (
        <button type="button" className="add" onClick={() => open({ kind: 'saveView' })}>
          <Icon name="bookmark" />
          {t('panel.view.save')}
        </button>
      )}
    </nav>
  );
};

const Count = ({ of }: { of: number | undefined }) => {
  const { number } = useWords();
  return <span className="n">{of === undefined ? ' ' : number(of)}</span>;
};
