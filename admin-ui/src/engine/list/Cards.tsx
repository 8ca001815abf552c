import { memo, useMemo } from 'react';
import { useListContext } from 'ra-core';
import { Skeleton } from '../../ui/Skeleton';
import { resourceLabel, useResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { useWords } from '../useWords';
import { lineColumns } from './columns';
import type { Column } from './columns';
import { LineCell } from './LineCell';
import { useListUi, useRowUi } from './ListUi';
import { places } from './places';
import { RowBox } from './Row';
import { RowMenu } from './RowMenu';
import './cards.css';

/** The list on a phone: two lines a record, its title and state, then what tells it from others. */
export const Cards = () => {
  const meta = useResourceMeta();
  const { t } = useWords();
  const { data, perPage, isFetching } = useListContext<Saved>();
  const { columns, selection, cursor } = useListUi();
  const line = useMemo(() => lineColumns(meta, columns), [meta, columns]);
  return (
    <ul
      className="cards"
      aria-label={t(data ? resourceLabel(meta, 'plural') : 'panel.list.loading')}
      aria-busy={isFetching}
    >
      {data?.map(record => (
        <Card
          key={record.id}
          record={record}
          columns={columns}
          line={line}
          isSelected={selection.everything || selection.ids.has(record.id)}
          isCurrent={record.id === cursor}
        />
      ))}
      {!data && places(perPage).map(at => <Waiting key={at} at={at} />)}
    </ul>
  );
};

interface CardProps {
  record: Saved;
  columns: Column[];
  line: Column[];
  isSelected: boolean;
  isCurrent: boolean;
}

const Card = memo(({ record, columns, line, isSelected, isCurrent }: CardProps) => {
  const meta = useResourceMeta();
  const { setCursor } = useRowUi();
  const status = columns.find(column => column.name === meta.status);
  const title = columns.find(column => column.name === meta.title);
  return (
    <li
      data-row={record.id}
      className={`${isSelected ? 'sel' : ''} ${isCurrent ? 'cur' : ''}`}
      onFocus={() => setCursor(record.id)}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is inside; the label makes its target 44 px */}
      <label className="c">
        <RowBox record={record} isSelected={isSelected} />
      </label>
      <span className="t-c">{title && <title.Cell record={record} field={title.field} />}</span>
      {status && (
        <span className="s-c">
          <status.Cell record={record} field={status.field} />
        </span>
      )}
      <span className="m-c">
        {line.map(column => (
          <LineCell key={column.name} record={record} column={column} />
        ))}
      </span>
      <span className="x-c">
        <RowMenu record={record} />
      </span>
    </li>
  );
});

const Waiting = ({ at }: { at: number }) => (
  <li className="wait">
    <span className="c">
      <Skeleton width={16} height={16} />
    </span>
    <span className="t-c">
      <Skeleton width={140 + ((at * 37) % 80)} />
    </span>
    <span className="s-c round">
      <Skeleton width={74} height={20} />
    </span>
    <span className="m-c">
      <Skeleton width={180} />
    </span>
  </li>
);
