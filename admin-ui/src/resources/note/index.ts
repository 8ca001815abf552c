import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';

const NotePage = lazyPart(() => import('./NotePage').then(m => m.NotePage));

/** Where notes differ from what the metadata draws: they are read and edited beside their record. */
export const note: Override<'note'> = {
  cells: {
    recordTitle: { width: 200, rank: 2 },
    assigneeName: { width: 140, rank: 2 },
    createdBy: { width: 140, rank: 3 },
  },
  Detail: NotePage,
};
