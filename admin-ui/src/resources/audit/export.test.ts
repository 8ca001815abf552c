import { expect, it } from 'vitest';
import { resolveColumns } from '../../engine/list/columns';
import { shownFields } from '../../engine/list/dialogs/ColumnPicker';
import type { AnyOverride } from '../../engine/override';
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

const override = audit as AnyOverride; // as the engine sees it

it('exports the values before and after with the fields that changed, as the list shows them', () => {
  const columns = resolveColumns(meta, override, ['action', 'changed']);
  expect(shownFields(meta, override, columns)).toEqual(['action', 'changed', 'before', 'after']);
  expect(shownFields(meta, override, resolveColumns(meta, override, ['action']))).toEqual(['action']);
});
