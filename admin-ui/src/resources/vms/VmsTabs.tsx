import { useEffect, useRef } from 'react';
import { useTranslate } from 'ra-core';
import { isWithin, placeOf, useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { useLocation } from '../../router/useLocation';
import '../../ui/tabs.css';

/** The screens of the frame by their names in texts, in the order of the tabs. */
const places = {
  inbound: '/platform/vms/inbound',
  outbound: '/platform/vms/outbound',
  unknown: '/platform/vms/unknown',
  proposals: '/platform/vms/proposals',
  differences: '/platform/vms/differences',
  mappings: '/platform/vms/mappings',
  connections: '/platform/vms/connections',
} as const;

/** The frame around all screens of vendor management systems: those one may open. */
export const VmsTabs = () => {
  const t = useTranslate();
  const { pathname } = useLocation();
  const canOpen = useCanOpen();
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the tab of the screen may lie beyond the edge.
    tabs.current?.querySelector(`[href="${pathname}"]`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={tabs} className="tabs vms-tabs" aria-label={t('panel.vms.tabs')}>
      {Object.entries(places)
        .filter(([, route]) => canOpen(route))
        .map(([name, route]) => (
          <Link key={name} to={route} aria-current={isWithin(placeOf(pathname), route) ? 'page' : undefined}>
            {t(`panel.vms.place.${name}`)}
          </Link>
        ))}
    </nav>
  );
};
