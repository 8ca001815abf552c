import { describe, expect, it } from 'vitest';
import { meta } from '../form/boat.fixture';
import { listSort } from './sort';
import { changeViews, withMovedView, withView } from './viewChanges';
import { allQuery, isTrash, preferenceToday, queryToday, trashQuery } from './views';
import { viewFilter, viewQuery, viewSearch, type View } from './views';

const [boat] = meta.resources;
if (!boat) throw new Error('no boat');

const view = (name: string, query = name): View => ({ name, query });
const three = [view('a'), view('b'), view('c')];
const namesOf = (views: View[]) => views.map(({ name }) => name);
const byId = { field: 'id', order: 'DESC' } as const;

describe('a new view', () => {
  it('comes last', () => expect(namesOf(withView(three, view('d')))).toEqual(['a', 'b', 'c', 'd']));
  it('gets the next number where its name is taken', () => {
    const used = [view('Birds'), view('Birds (2)')];
    expect(withView(used, view('Birds', 'mine')).at(-1)).toEqual({ name: 'Birds (3)', query: 'mine' });
  });
});

describe('a moved view', () => {
  const cases: Record<string, [moved: View, step: number, names: string[]]> = {
    'goes to the right': [view('a'), 1, ['b', 'a', 'c']],
    'goes to the left': [view('c'), -1, ['a', 'c', 'b']],
    'stays in front': [view('a'), -1, ['a', 'b', 'c']],
    'stays at the end': [view('c'), 1, ['a', 'b', 'c']],
    'is none that another window has dropped': [view('d'), 1, ['a', 'b', 'c']],
    'is none that another window has changed': [view('a', 'other'), 1, ['a', 'b', 'c']],
  };
  it.each(Object.entries(cases))('%s', (_, [moved, step, names]) => {
    expect(namesOf(withMovedView(three, moved, step))).toEqual(names);
  });
});

it('changes the views there are by then, and nothing else that was set', () => {
  const drop = changeViews(views => views.filter(({ name }) => name !== 'b'));
  expect(drop({ perPage: 25, views: three })).toEqual({ views: [view('a'), view('c')] });
  expect(drop({ perPage: 25 })).toEqual({ views: [] });
});

it('shows a view at its first page', () => {
  expect(viewSearch('filter=%7B%7D', 25)).toBe('?filter=%7B%7D&page=1&perPage=25');
});

it('knows the trash by its filter, and only that', () => {
  expect(isTrash(viewFilter(trashQuery(boat)))).toBe(true);
  expect(isTrash(viewFilter(allQuery(boat)))).toBe(false);
  expect(isTrash({ deleted: false })).toBe(false);
});

describe('what was kept before a field was renamed', () => {
  const old = viewQuery({ port: 'Kiel', name: 'alba' }, { field: 'port', order: 'ASC' });
  const now = viewQuery({ harbour: 'Kiel', name: 'alba' }, { field: 'harbour', order: 'ASC' });

  it('is asked for under its name of today', () => expect(queryToday(boat, old)).toBe(now));
  it('is the same text where nothing has another name', () => {
    const spelled = '?name=x&page=2&filter=%7B%22name%22%3A%22a+b%22%7D'; // another spelling of the same
    expect(queryToday(boat, spelled)).toBe(spelled);
    expect(queryToday(boat, viewQuery({ name: 'alba' }, byId))).toBe(viewQuery({ name: 'alba' }, byId));
  });
  it('is ordered as the list starts where its order is no longer offered', () => {
    const unsorted = boat.fields.map(field => (field.name === 'harbour' ? { ...field, sortable: false } : field));
    const start = viewQuery({ harbour: 'Kiel', name: 'alba' }, listSort(boat));
    expect(queryToday({ ...boat, fields: unsorted }, old)).toBe(start);
    expect(queryToday({ ...boat, fields: unsorted }, start)).toBe(start);
  });
  it('is left as it is in a resource that never renamed any', () => {
    const { was: _, ...harbour } = boat.fields.find(({ name }) => name === 'harbour') ?? { name: '', kind: 'text' };
    expect(queryToday({ ...boat, fields: [harbour] }, old)).toBe(old);
  });
  it('is found in columns and views, and what was not set is not made up', () => {
    expect(preferenceToday(boat, { perPage: 25, columns: ['name', 'port'], views: [view('Kiel', old)] })).toEqual({
      perPage: 25,
      columns: ['name', 'harbour'],
      views: [view('Kiel', now)],
    });
    expect(preferenceToday(boat, { perPage: 25 })).toEqual({ perPage: 25 });
  });
});
