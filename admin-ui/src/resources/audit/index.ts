import { lazy } from 'react';
import { CodeCell } from '../../engine/cells/kindCells';
import type { Override } from '../../engine/override';
import { ActorCell } from './ActorCell';
import { ChangedCell } from './ChangedCell';
import { EntityCell } from './EntityCell';

const Entry = lazy(() => import('./Entry').then(m => ({ default: m.Entry })));

/** Where the audit log differs from what the metadata draws. */
export const audit: Override<'audit'> = {
  cells: {
    at: { width: 112 },
    actor: { Cell: ActorCell, width: 180 },
    action: { Cell: CodeCell, width: 160 },
    entity: { Cell: EntityCell, width: 140 },
    entityId: { Cell: CodeCell, width: 96 },
    changed: { Cell: ChangedCell, rank: 3 },
    source: { width: 96, rank: 3 },
  },
  Detail: Entry,
};
