import { Suspense } from 'react';
import { useTranslate } from 'ra-core';
import { findResource, useMeta, type GroupMeta } from '../meta';
import { Icon } from '../ui/Icon';
import { Link } from '../router/Link';
import { useLocation } from '../router/useLocation';
import { groupIcon } from '../palette/groupIcon';
import { isWithin, placeOf } from '../meta/useCanOpen';
import { lazyUnthemedPart } from '../ui/lazyPart';

const PendingCount = lazyUnthemedPart(() => import('./PendingCount').then(m => m.PendingCount));

/** The groups and entries one may see. */
export const Sidebar = () => {
  const t = useTranslate();
  const { groups } = useMeta();
  return (
    <nav className="side" aria-label={t('panel.shell.main')}>
      <ul>
        {groups.map(group => (
          <Group key={group.name} group={group} />
        ))}
      </ul>
    </nav>
  );
};

/** The entries that the sidebar shows. */
const listed = ({ entries }: GroupMeta) => entries.filter(({ unlisted }) => !unlisted);

const Group = ({ group }: { group: GroupMeta }) => {
  const t = useTranslate();
  const { pathname } = useLocation();
  const meta = useMeta();
  const hasViews = (name: string) => (findResource(meta, name)?.views ?? []).length > 0;
  const isOn = pathname.split('/').includes(group.segment);
  const head = (
    <>
      <Icon name={groupIcon(group.name)} />
      {t(`menu.${group.name}`)}
    </>
  );
  if (group.route) {
    return (
      <li>
        <Link to={group.route} className={`g ${isOn ? 'on' : ''}`} aria-current={isOn ? 'page' : undefined}>
          {head}
        </Link>
      </li>
    );
  }
  if (listed(group).length === 0) return null;
  return (
    <li>
      <div className={`g ${isOn ? 'on' : ''}`}>{head}</div>
      <ul>
        {listed(group).map(({ label, route, resource }) => (
          <li key={route}>
            <Link to={route} aria-current={isWithin(placeOf(pathname), route) ? 'page' : undefined}>
              {t(label)}
              {resource && hasViews(resource) && (
                <Suspense fallback={null}>
                  <PendingCount resource={resource} />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
};
