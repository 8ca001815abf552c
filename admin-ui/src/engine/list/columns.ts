import type { ComponentType } from 'react';
import { kindCells, PeriodCell, LevelCell, TitleCell } from '../cells/kindCells';
import { pairOf } from '../cells/pairs';
import { fieldLabel, fieldOf } from '../../meta';
import type { FieldMeta, Kind, ResourceMeta } from '../../meta';
import type { AnyOverride } from '../override';
import type { CellProps } from '../overrideProps';

/** One column of the list, ready to draw. Its width is the least; long words may make it wider. */
export interface Column {
  name: string;
  field: FieldMeta;
  Cell: ComponentType<CellProps>;
  /** Text keys of the head; the first that has a text is shown. */
  labels: string[];
  width: number;
  isTitle: boolean;
  end: boolean;
  rank: 1 | 2 | 3;
  /** The field to sort by; absent when the service cannot. */
  sort?: string;
  /** Leads the second line on a small screen. */
  Line?: ComponentType<CellProps>;
}

const widths: Partial<Record<Kind, number>> = {
  id: 88,
  int: 100,
  decimal: 112,
  money: 128,
  percent: 96,
  bool: 96,
  date: 120,
  instant: 88,
  enum: 104,
  code: 108,
  email: 216,
  currency: 88,
  locale: 88,
  object: 112,
  json: 112,
};
const endKinds: Kind[] = ['int', 'decimal', 'money', 'percent', 'instant', 'object', 'json'];
const pairWidths = { period: 196, level: 108 };
const pairCells = { period: PeriodCell, level: LevelCell };

/** The width that a column without one of its own gets. */
const defaultWidth = 124;

const resolve = (meta: ResourceMeta, override: AnyOverride, field: FieldMeta): Column => {
  const own = override.cells?.[field.name] ?? {};
  const pair = pairOf(meta, field);
  const isTitle = field.name === meta.title;
  const isThird = field.kind === 'id' || field.kind === 'code' || field.name === meta.handle;
  return {
    name: field.name,
    field,
    Cell: own.Cell ?? (isTitle ? TitleCell : pair ? pairCells[pair.kind] : kindCells[field.kind]),
    labels: [
      ...(own.label ? [own.label] : []),
      ...(pair ? [fieldLabel(meta, pair.stem)] : []),
      fieldLabel(meta, field.name),
    ],
    width: own.width ?? (pair ? pairWidths[pair.kind] : (widths[field.kind] ?? defaultWidth)),
    isTitle,
    end: own.align === 'end' || (!own.Cell && !pair && !isTitle && endKinds.includes(field.kind)),
    rank: own.rank ?? (isTitle || field.name === meta.status ? 1 : isThird ? 3 : 2),
    ...(field.sortable && { sort: field.name }),
    ...(own.Line && { Line: own.Line }),
  };
};

/** The columns by name, in order. Names the metadata does not hold, and second halves of a pair, are left out. */
export const resolveColumns = (meta: ResourceMeta, override: AnyOverride, names: readonly string[]): Column[] => {
  const fields = names.flatMap(name => fieldOf(meta, name) ?? []);
  const halves = new Set(fields.flatMap(field => pairOf(meta, field)?.other ?? []));
  return fields.filter(field => !halves.has(field.name)).map(field => resolve(meta, override, field));
};

/** Every column one may choose, the shown ones of the default first. */
export const choosable = (meta: ResourceMeta) => [
  ...meta.columns,
  ...meta.hidden.filter(name => !meta.columns.includes(name)),
];

/** What a person chose, mended: the title is always there, and first; nothing unknown remains. */
export const shownColumns = (meta: ResourceMeta, chosen: readonly string[] | undefined) => {
  if (!chosen?.length) return meta.columns;
  const known = new Set(choosable(meta));
  return [meta.title, ...chosen.filter(name => known.has(name) && name !== meta.title)];
};

/** The columns of a list: those a person chose, which stay however narrow the room, or the default ones. */
export const listColumns = (meta: ResourceMeta, override: AnyOverride, chosen: readonly string[] | undefined) => {
  const columns = resolveColumns(meta, override, shownColumns(meta, chosen));
  if (!chosen?.length) return columns;
  return columns.map(column => (column.rank === 3 ? { ...column, rank: 2 as const } : column));
};

/** A number without a unit, which says nothing where its heading is not beside it. */
const isNumberWithoutUnit = ({ field }: Column) => field.kind === 'int' || field.kind === 'decimal';

/** What makes the second line on a small screen: what calls for somebody, then the first two of the others. */
export const lineColumns = (meta: ResourceMeta, columns: Column[]) => {
  const calling = columns.flatMap(column => (column.Line ? [{ ...column, Cell: column.Line }] : []));
  const others = columns.filter(
    column => column.name !== meta.title && column.rank === 2 && !column.Line && !isNumberWithoutUnit(column),
  );
  return [...calling, ...others.slice(0, 2)];
};
