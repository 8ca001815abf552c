import { useListContext, useLocation } from 'ra-core';
import { useResourceMeta } from '../../meta';
import { Board } from '../board/Board';
import { Calendar } from '../calendar/Calendar';
import { viewIn, viewName } from './viewAddress';

/** The list as its address wants it shown, where that is not as rows: its filters and its order stay. */
export const OtherView = () => {
  const meta = useResourceMeta();
  const { search } = useLocation();
  const { filterValues, sort } = useListContext();
  if (viewName(meta, viewIn(search)) === 'calendar') return <Calendar filter={filterValues} />;
  return <Board filter={filterValues} sort={`${sort.field}:${sort.order.toLowerCase()}`} />;
};
