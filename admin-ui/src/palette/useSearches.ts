import { useLocale, useTranslate } from 'ra-core';
import { inSentence } from '../format/format';
import { resourceLabel, useMeta } from '../meta';
import { useCanOpen } from '../meta/useCanOpen';
import type { Line } from './line';

/** The lists, filtered by what one typed, of the resources that have more than the palette shows. */
export const useSearches = (crowded: readonly string[], wanted: string): Line[] => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { resources } = useMeta();
  const canOpen = useCanOpen();
  return resources.flatMap((resource): Line[] => {
    if (!crowded.includes(resource.name) || !canOpen(resource.route)) return [];
    const filter = resource.filters.find(({ kind }) => kind === 'text');
    if (!filter) return [];
    const plural = inSentence(locale, t(resourceLabel(resource, 'plural')));
    const query = new URLSearchParams({ filter: JSON.stringify({ [filter.name]: wanted }) });
    return [
      {
        id: `search ${resource.name}`,
        icon: 'filter',
        label: t('panel.palette.all', { plural, text: wanted }),
        to: `${resource.route}?${query}`,
      },
    ];
  });
};
