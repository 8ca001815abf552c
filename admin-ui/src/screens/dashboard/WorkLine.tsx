import { useMemo } from 'react';
import { useListContext } from 'ra-core';
import { LineCell } from '../../engine/list/LineCell';
import { lineColumns, listColumns, resolveColumns } from '../../engine/list/columns';
import { ListUiContext } from '../../engine/list/ListUi';
import { listSort } from '../../engine/list/sort';
import { useHeadText } from '../../engine/list/useHeadText';
import { useOverride } from '../../engine/override';
import type { Saved } from '../../engine/useRecordSaved';
import { useResourceMeta } from '../../meta';
import { chosenAll } from './chosenAll';

const nameOf = ({ name }: { name: string }) => name;

/** What calls for somebody, the title, what puts it on top of its list, and what tells the record from others, as on a phone. */
export const WorkLine = ({ record }: { record: Saved }) => {
  const meta = useResourceMeta();
  const override = useOverride(meta.name);
  const textOf = useHeadText();
  const { sort } = useListContext();
  const columns = useMemo(() => listColumns(meta, override, undefined), [meta, override]);
  const title = columns.filter(({ name }) => name === meta.title);
  const others = lineColumns(meta, columns);
  const isShown = [listSort(meta).field, ...title.map(nameOf), ...others.map(nameOf)].includes(sort.field);
  const order = isShown ? [] : resolveColumns(meta, override, [sort.field]);
  const ui = useMemo(() => chosenAll(columns), [columns]);
  return (
    <ListUiContext value={ui}>
      <span className="wl-l">
        {title.map(({ name, field, Cell }) => (
          <span key={name}>
            <Cell record={record} field={field} />
          </span>
        ))}
        {order.map(column => (
          <span key={column.name}>
            {textOf(column)} <column.Cell record={record} field={column.field} />
          </span>
        ))}
        {others.map(column => (
          <LineCell key={column.name} record={record} column={column} />
        ))}
      </span>
    </ListUiContext>
  );
};
