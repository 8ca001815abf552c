import { expect, it } from 'vitest';
import { resolveColumns } from '../../engine/list/columns';
import { shownFields } from '../../engine/list/dialogs/ColumnPicker';
import type { ResourceMeta } from '../../meta';
import { audit } from './index';

// Only what columns are made of.
const meta = {
  name: 'audit',
  title: 'action',
  columns: ['action', 'changed'],
  hidden: [],
  fields: ['action', 'changed', 'before', 'after'].map(name => ({ name, kind: 'text' })),
} as unknown as ResourceMeta;

it('exports the values before and after with the fields that changed, as the list shows them', () => {
  const columns = resolveColumns(meta, audit, ['action', 'changed']);
  expect(shownFields(meta, columns)).toEqual(['action', 'changed', 'before', 'after']);
  expect(shownFields(meta, resolveColumns(meta, audit, ['action']))).toEqual(['action']);
});
