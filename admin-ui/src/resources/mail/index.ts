import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { TemplateCell } from './TemplateCell';

const MailPage = lazyPart(() => import('./MailPage').then(m => m.MailPage));

/** Where mails differ from what the metadata draws. */
export const mail: Override<'mail'> = {
  cells: {
    template: { Cell: TemplateCell, width: 220, rank: 1 },
    reason: { width: 200, rank: 1 },
    recipient: { width: 200 },
    attempts: { width: 88, align: 'end', rank: 2 },
    dueAt: { rank: 2 },
  },
  Detail: MailPage,
};
