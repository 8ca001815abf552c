import type { ComponentType } from 'react';
import { useListContext, useLocation } from 'ra-core';
import { useResourceMeta } from '../../meta';
import { Board } from '../board/Board';
import { Calendar } from '../calendar/Calendar';
import { ListFailure } from '../list/ListFailure';
import { useOverride } from '../override';
import type { ViewProps } from '../overrideProps';
import { viewIn, viewName } from './viewAddress';

const views: Record<'Board' | 'Calendar', ComponentType<ViewProps>> = { Board, Calendar };

/** The list as its address wants it shown, where that is not as rows: its filters and its order stay. */
export const OtherView = () => {
  const meta = useResourceMeta();
  const { search } = useLocation();
  const { filterValues, sort, error, refetch } = useListContext();
  const override = useOverride(meta.name);
  const own = viewName(meta, viewIn(search)) === 'calendar' ? 'Calendar' : 'Board';
  const View = override[own] ?? views[own];
  if (error) return <ListFailure error={error} onRetry={() => void refetch()} />;
  return <View filter={filterValues} sort={`${sort.field}:${sort.order.toLowerCase()}`} />;
};
