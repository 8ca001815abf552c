import { useTranslate } from 'ra-core';
import type { PlannedChange } from '../../generated/answers';
import { findResource, useMeta } from '../../meta';

/** What is no record: the screen where it is changed, and the key of its name. */
const screens: Record<string, { to: string; nameOf: (title: string) => string }> = {
  setting: { to: '/platform/settings', nameOf: title => `setting.${title}.label` },
  rateFormula: { to: '/platform/formulas', nameOf: () => 'resources.rateFormula.name' },
};

/** What a planned change changes, by its name, and where that is; nowhere for what one may not open. */
export const usePlannedPlace = ({ entity, entityId, title }: PlannedChange) => {
  const t = useTranslate();
  const route = findResource(useMeta(), entity)?.route;
  const screen = screens[entity];
  if (screen) return { name: t(screen.nameOf(title)), to: screen.to };
  return { name: title, to: route && entityId ? `${route}/${entityId}` : undefined };
};
