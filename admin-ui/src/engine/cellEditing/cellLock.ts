import { fieldOf, satisfies, statusAction, type FieldMeta, type Kind, type ResourceMeta } from '../../meta';
import { pairOf } from '../cells/pairs';
import { isTrashed } from '../form/trashed';
import type { Column } from '../list/columns';
import type { Saved } from '../useRecordSaved';
import { findCell, isSameCell, type CellAddress, type CellTable } from './cellAddress';

/** Kinds whose inputs need more room than a cell has. */
const roomy = new Set<Kind>(['file', 'image', 'html', 'json', 'object']);

/** The fields a column shows: both of a pair, and the reference whose name it is. */
const fieldsOf = (meta: ResourceMeta, { field }: Column): FieldMeta[] => {
  const other = pairOf(meta, field)?.other;
  const reference = field.readOnly && field.name.endsWith('Name') ? field.name.replace(/Name$/, 'Id') : undefined;
  return [field, ...[other, reference].flatMap(name => (name ? (fieldOf(meta, name) ?? []) : []))];
};

const isInForm = (meta: ResourceMeta, { name }: FieldMeta) => meta.form.some(({ fields }) => fields.includes(name));

/** The fields of a column that its form edits too. */
export const editableFields = (meta: ResourceMeta, column: Column) =>
  fieldsOf(meta, column).filter(
    field => isInForm(meta, field) && !field.readOnly && !field.createOnly && !roomy.has(field.kind),
  );

/** Why a cell cannot be edited in its list, as a text key; undefined where it can. */
export const lockReason = (meta: ResourceMeta, record: Saved, column: Column): string | undefined => {
  if (isTrashed(meta, record)) return 'panel.cellEdit.lock.trashed';
  if (column.name === meta.status && statusAction(meta)) return 'panel.cellEdit.lock.status';
  if (!meta.can.includes('update')) return 'panel.form.mayNot';
  if (!satisfies(meta.editable, record)) return meta.editable?.says ?? 'panel.row.notNow';
  if (editableFields(meta, column).length > 0) return undefined;
  const fields = fieldsOf(meta, column).filter(field => isInForm(meta, field));
  if (fields.some(({ readOnly, createOnly }) => createOnly && !readOnly)) return 'panel.cellEdit.lock.createOnly';
  return fields.some(({ readOnly }) => !readOnly) ? 'panel.cellEdit.lock.inForm' : 'panel.cellEdit.lock.computed';
};

/** The next cell that can be edited, row by row, or the one before; undefined at the end of the page. */
export const nextEditable = (
  meta: ResourceMeta,
  table: CellTable,
  from: CellAddress,
  step: 1 | -1,
): CellAddress | undefined => {
  const cells = table.rows.flatMap(record =>
    table.columns.map(column => ({ record, column, address: { id: record.id, column: column.name } })),
  );
  const at = cells.findIndex(({ address }) => isSameCell(address, from));
  const rest = step > 0 ? cells.slice(at + 1) : cells.slice(0, at).reverse();
  const isOpen = ({ record, column, address }: (typeof cells)[number]) => {
    const cell = findCell(table, address);
    return cell && getComputedStyle(cell).display !== 'none' && !lockReason(meta, record, column);
  };
  return rest.find(isOpen)?.address;
};
