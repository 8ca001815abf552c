import { LinkBase, useLocation, useTranslate } from 'ra-core';
import { resourceKey, useResourceMeta } from '../../meta';
import { Icon, type IconName } from '../../ui/Icon';
import { useViewInAddress } from './useViewInAddress';
import { viewIn, viewName, viewNames, withView, type ViewName } from './viewAddress';
import { lazyPart } from '../../ui/lazyPart';

/** The list as its address wants it shown. */
export const OtherView = lazyPart(() => import('./OtherView').then(m => m.OtherView));

const icons: Record<ViewName, IconName> = { list: 'menu', board: 'columns', calendar: 'calendar' };

/** Shows the list as rows, as a board or as a calendar, as far as its declaration says. */
export const ViewSwitch = () => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const { search } = useLocation();
  const choose = useViewInAddress();
  const current = viewName(meta, viewIn(search));
  return (
    <nav className="view-switch" aria-label={t('panel.shownAs.label')}>
      {viewNames(meta).map(name => (
        <LinkBase
          key={name}
          to={`/${resourceKey(meta)}${withView(search, name)}`}
          aria-current={name === current ? 'page' : undefined}
          onClick={() => choose(name)}
        >
          <Icon name={icons[name]} small />
          <span>{t(`panel.shownAs.${name}`)}</span>
        </LinkBase>
      ))}
    </nav>
  );
};
