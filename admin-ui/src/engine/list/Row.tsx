import { memo } from 'react';
import type { MouseEvent } from 'react';
import { useTranslate } from 'ra-core';
import type { Saved } from '../useRecordSaved';
import type { Column } from './columns';
import { classesOf, roomOf } from './HeadCell';
import { useRowUi } from './ListUi';
import { RowMenu } from './RowMenu';
import { useRowTitle } from './useRowTitle';
import '../../ui/tick.css';

interface Props {
  record: Saved;
  columns: Column[];
  isSelected: boolean;
  isCurrent: boolean;
}

/** One record of the table. Whatever has the focus in it makes it the row the keyboard is at. */
export const Row = memo(({ record, columns, isSelected, isCurrent }: Props) => {
  const { setCursor } = useRowUi();
  return (
    <tr
      data-row={record.id}
      className={`${isSelected ? 'sel' : ''} ${isCurrent ? 'cur' : ''}`}
      onFocus={() => setCursor(record.id)}
    >
      <td>
        <RowBox record={record} isSelected={isSelected} />
      </td>
      <Cells record={record} columns={columns} />
      <td className="x-c">
        <RowMenu record={record} />
      </td>
    </tr>
  );
});

interface CellsProps {
  record: Saved;
  columns: Column[];
}

/** The values of a row, which a moving cursor or selection does not draw again. */
const Cells = memo(({ record, columns }: CellsProps) =>
  columns.map(column => {
    const { name, field, Cell, isTitle } = column;
    const Tag = isTitle ? 'th' : 'td';
    return (
      <Tag key={name} className={classesOf(column)} style={roomOf(column)} scope={isTitle ? 'row' : undefined}>
        <Cell record={record} field={field} />
      </Tag>
    );
  }),
);

interface BoxProps {
  record: Saved;
  isSelected: boolean;
}

/** Chooses a row; with the shift key all up to the one chosen before. */
export const RowBox = ({ record, isSelected }: BoxProps) => {
  const titleOf = useRowTitle();
  const t = useTranslate();
  const { toggle } = useRowUi();
  return (
    <input
      type="checkbox"
      className="cb"
      aria-label={t('panel.selection.row', { title: titleOf(record) })}
      checked={isSelected}
      onChange={event => toggle(record.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)} // a checkbox changes by a click
    />
  );
};
