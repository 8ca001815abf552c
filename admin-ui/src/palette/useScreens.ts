import { useTranslate } from 'ra-core';
import { useCan, useMeta } from '../meta';
import { groupIcon } from './groupIcon';
import { fits, type Line } from './line';

/** The screens one may see, by their names in the sidebar. */
export const useScreens = (wanted: string): Line[] => {
  const t = useTranslate();
  const { groups } = useMeta();
  const canSeeGuidelines = useCan('dashboard.view');
  const screens = groups.flatMap((group): Line[] => {
    const name = t(`menu.${group.name}`);
    const icon = groupIcon(group.name);
    const own = group.route ? [{ id: `screen ${group.route}`, icon, label: name, to: group.route }] : [];
    const entries = group.entries.map(({ label, route }) => ({
      id: `screen ${route}`,
      icon,
      label: t(label),
      sub: name,
      to: route,
    }));
    return [...own, ...entries];
  });
  const guidelines: Line = {
    id: 'screen /uiguidelines',
    icon: 'info',
    label: t('panel.guidelines.title'),
    to: '/uiguidelines',
  };
  const all = canSeeGuidelines ? [...screens, guidelines] : screens;
  return all.filter(({ label, sub = '' }) => fits(`${label} ${sub}`, wanted));
};
