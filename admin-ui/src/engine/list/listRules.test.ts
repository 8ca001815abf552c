import { describe, expect, it, vi } from 'vitest';
import type { FieldMeta, ResourceMeta } from '../../meta';
import { nameFieldOf, pairOf } from '../cells/pairs';
import { fetchPage } from '../fetchPage';
import { isEditable, valuesAfter } from '../history/version';
import { meta } from '../form/boat.fixture';
import { wantReason } from './dialogs/bulk';
import { listSort } from './sort';
import { isRestore } from './trash';

const [boat] = meta.resources;
if (!boat) throw new Error('no boat');
const withFields = (...fields: FieldMeta[]): ResourceMeta => ({ ...boat, fields });
const id: FieldMeta = { name: 'id', kind: 'id' };

describe('the order a list starts with', () => {
  const cases: Record<string, [sort: string, order: { field: string; order: string }]> = {
    'is upwards where it says so': ['name:asc', { field: 'name', order: 'ASC' }],
    'is downwards otherwise': ['name', { field: 'name', order: 'DESC' }],
    'is the first of several': ['name:asc,id:desc', { field: 'name', order: 'ASC' }],
    'is by id where there is none': ['', { field: 'id', order: 'DESC' }],
  };
  it.each(Object.entries(cases))('%s', (_, [sort, order]) => expect(listSort({ ...boat, sort })).toEqual(order));
});

describe('two fields read as one', () => {
  const start: FieldMeta = { name: 'hireStart', kind: 'date' };
  const berths: FieldMeta = { name: 'berths', kind: 'int' };
  const cases: Record<string, [field: FieldMeta, other: FieldMeta, pair: ReturnType<typeof pairOf>]> = {
    'a start with its end': [
      start,
      { name: 'hireEnd', kind: 'date' },
      { kind: 'period', stem: 'hire', other: 'hireEnd' },
    ],
    'a count with how much is filled': [
      berths,
      { name: 'berthsFilled', kind: 'int' },
      { kind: 'level', stem: 'berths', other: 'berthsFilled' },
    ],
    'no start without an end': [start, id, undefined],
    'no end of another kind': [start, { name: 'hireEnd', kind: 'text' }, undefined],
    'no count by itself': [berths, id, undefined],
  };
  it.each(Object.entries(cases))('%s', (_, [field, other, pair]) => {
    expect(pairOf(withFields(field, other), field)).toEqual(pair);
  });
});

it('finds the name of a record beside its id, where the row brings it', () => {
  const harbour: FieldMeta = { name: 'harbourId', kind: 'ref', ref: 'harbour' };
  expect(nameFieldOf({ ...boat, row: ['harbourName'] }, harbour)).toBe('harbourName');
  expect(nameFieldOf({ ...boat, row: ['id'] }, harbour)).toBeUndefined();
  expect(nameFieldOf({ ...boat, row: ['name'] }, { name: 'name', kind: 'text' })).toBeUndefined();
});

describe('what brings a record back', () => {
  const status = boat.actions[0];
  const paint = boat.actions[1];
  if (!status || !paint) throw new Error('no actions');
  const restore = { ...paint, name: 'restore' };

  it('is the action of that name', () => {
    const own = { ...boat, actions: [...boat.actions, restore] };
    expect([status, paint, restore].map(action => isRestore(own, action))).toEqual([false, false, true]);
  });
  it('is the change of status where there is none', () => {
    expect([status, paint].map(action => isRestore(boat, action))).toEqual([true, false]);
  });
});

describe('what was changed since', () => {
  const fields: FieldMeta[] = [
    { name: 'name', kind: 'text' },
    { name: 'harbour', kind: 'text', createOnly: true },
    { name: 'state', kind: 'enum', readOnly: true },
    { name: 'secret', kind: 'text' },
  ];
  const own = { ...withFields(...fields), form: [{ name: 'general', fields: ['name', 'harbour', 'state'] }] };

  it('is only what the form lets one change', () => {
    expect(fields.map(field => isEditable(own, field))).toEqual([true, false, false, false]);
    expect(isEditable(own, undefined)).toBe(false);
  });
  it('is told by the oldest of the newer entries', () => {
    const entry = (before: Record<string, unknown>) =>
      ({ before }) as unknown as Parameters<typeof valuesAfter>[1][number];
    const newer = [entry({ name: 'third' }), entry({ name: 'second', state: 'MOORED' })];
    expect(valuesAfter(own, newer)).toEqual([['name', 'second']]);
    expect(valuesAfter(own, [])).toEqual([]);
  });
});

it('asks for a reason where only that is missing', () => {
  const outcome = (code: string, allowed = false) =>
    ({ id: 1, allowed, code }) as unknown as { id: number; allowed: boolean; title: string };
  expect(wantReason([outcome('BLOCKED'), outcome('REASON_REQUIRED')])).toBe(true);
  expect(wantReason([outcome('BLOCKED'), outcome('REASON_REQUIRED', true)])).toBe(false);
  expect(wantReason()).toBe(false);
});

it('asks for a part of a list in one way', async () => {
  const fetched = vi.fn(
    async (_path: string) =>
      new Response('{"results":[],"totalResults":0}', { headers: { 'content-type': 'application/json' } }),
  );
  vi.stubGlobal('fetch', fetched);
  await fetchPage('/api/boat', {
    filter: { state: ['MOORED', 'SUNK'], name: 'a b' },
    sort: 'name:asc',
    limit: 20,
    offset: 40,
  });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/boat?limit=20&offset=40&s=name%3Aasc&state=MOORED%2CSUNK&name=a+b');
  vi.unstubAllGlobals();
});
