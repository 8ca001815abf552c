import { useState } from 'react';
import { useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { choosable, resolveColumns } from './columns';
import type { Column } from './columns';
import { useListUi } from './ListUi';
import { useArrange } from './useArrange';

/** The columns of the list in the order in which they stand, and how to change it. What is changed is kept at once. */
export const useArrangement = () => {
  const meta = useResourceMeta();
  const override = useOverride(meta.name);
  const { columns, preference, viewed } = useListUi();
  const arrange = useArrange();
  const all = resolveColumns(meta, override, choosable(meta));
  const shown = new Set(columns.map(column => column.name));
  const [order, setOrder] = useState(() => [
    ...columns.map(column => column.name),
    ...all.map(column => column.name).filter(name => !shown.has(name)),
  ]);
  const lines = order.flatMap(name => all.find(column => column.name === name) ?? []);
  const arrangeLines = (names: string[], on: Set<string>) => {
    setOrder(names);
    arrange({ columns: names.filter(name => on.has(name)) });
  };
  const toggle = ({ name }: Column) => {
    const on = new Set(shown);
    if (!on.delete(name)) on.add(name);
    arrangeLines(order, on);
  };
  /** Puts a column where another stands; the title stays in front. */
  const move = (name: string, to: number) => {
    const rest = order.filter(each => each !== name);
    const place = Math.min(Math.max(to, 1), rest.length);
    arrangeLines([...rest.slice(0, place), name, ...rest.slice(place)], shown);
  };
  const reset = () => {
    setOrder(all.map(column => column.name));
    arrange({ columns: [] });
  };
  const isCompact = (viewed.density ?? preference.density) === 'COMPACT';
  const setCompact = (isOn: boolean) => arrange({ density: isOn ? 'COMPACT' : 'COMFORTABLE' });
  return { lines, shown, title: meta.title, toggle, move, reset, isCompact, setCompact };
};
