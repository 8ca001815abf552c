import { kindCells } from '../../engine/cells/kindCells';
import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';
import { ActionCell } from './ActionCell';
import { ActorCell } from './ActorCell';
import { ChangedCell } from './ChangedCell';
import { EntityCell } from './EntityCell';
import { EntityLine, NoLine } from './EntityLine';
import { RecordCell } from './RecordCell';
import { useEntryTitle } from './useEntryTitle';

const loadFilters = () => import('./filters/chunk');
const ActorFilter = lazyPart(() => loadFilters().then(m => m.ActorFilter));
const BatchFilter = lazyPart(() => loadFilters().then(m => m.BatchFilter));
const FieldFilter = lazyPart(() => loadFilters().then(m => m.FieldFilter));
const RecordFilter = lazyPart(() => loadFilters().then(m => m.RecordFilter));
const ValueFilter = lazyPart(() => loadFilters().then(m => m.ValueFilter));
const Entry = lazyPart(() => import('./Entry').then(m => m.Entry));

/** Where the audit log differs from what the metadata draws. */
export const audit: Override<'audit'> = {
  cells: {
    action: { Cell: ActionCell },
    entity: { Cell: EntityCell, width: 116, Line: EntityLine },
    entityId: { Cell: RecordCell, width: 88, rank: 2, Line: NoLine },
    changed: { Cell: ChangedCell, width: 160, shows: ['before', 'after'] },
    actor: { Cell: ActorCell, width: 220, Line: ActorCell },
    at: { Line: kindCells.instant },
    source: { width: 88, rank: 3 },
  },
  filters: {
    actor: ActorFilter,
    entityId: RecordFilter,
    batchId: BatchFilter,
    field: FieldFilter,
    oldValue: ValueFilter,
    newValue: ValueFilter,
  },
  Detail: Entry,
  useRowTitle: useEntryTitle,
};
