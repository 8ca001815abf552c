import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openForm } from '../form/form.fixture';
import type { HistoryEntry as Entry } from '../../generated/answers';

afterEach(() => localStorage.clear());

const entry = (id: number, more: Partial<Entry> = {}): Entry => ({
  id,
  at: '2026-11-20T13:02:00Z',
  actor: { kind: 'admin', id: 9, name: 'Jonas Ekberg' },
  action: 'update',
  entity: 'boat',
  entityId: 1,
  version: id,
  changed: ['harbour'],
  before: { harbour: 'Kiel' },
  after: { harbour: 'Bremen' },
  reason: '',
  comment: '',
  source: 'UI',
  requestId: '',
  ...more,
});

const files: Record<string, string> = { f1: 'Bill of sale.pdf', f2: 'Survey.pdf' };

const open = (entries: Entry[], total = entries.length) =>
  openForm('/boats/list/5/history', ({ path }) => {
    const file = /^\/api\/resource\/(\w+)\/meta$/.exec(path)?.[1];
    if (file) return files[file] ? { body: { id: file, name: files[file] } } : { status: 404 };
    if (!path.startsWith('/api/history/boat/5?')) return undefined;
    const query = new URLSearchParams(path.split('?')[1]);
    const offset = Number(query.get('offset'));
    const all = query.get('kind') === 'changes' ? entries.filter(e => e.action !== 'read') : entries;
    const results = all.slice(offset, offset + Number(query.get('limit')));
    return { body: { results, totalResults: total - entries.length + all.length } };
  });

it('says who changed what, and why', async () => {
  const status = {
    action: 'changeStatus',
    changed: ['state'],
    before: { state: 'MOORED' },
    after: { state: 'AFLOAT' },
  };
  open([entry(2, { ...status, reason: 'STORM', comment: 'it was over' })]);
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByText('Jonas Ekberg')).toBeVisible();
  expect(item.getByText(/changed the status/)).toBeVisible();
  expect(item.getByText('Panel · version 2 · Reason: Storm · “it was over”')).toBeVisible();
  expect(item.getByText('Moored').tagName).toBe('DEL');
  expect(item.getByText('Afloat').tagName).toBe('INS');
  expect(item.queryByRole('button')).not.toBeInTheDocument(); // a state is not put back by editing
});

it('folds reads away until they are asked for', async () => {
  const { user } = open([entry(3, { action: 'read', changed: ['notes'], before: {}, after: {} }), entry(2)]);
  expect(await screen.findByText(/^1 entry/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show reads too' }));
  expect(await screen.findByText(/^2 entries/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Hide reads' }));
  expect(await screen.findByText(/^1 entry/)).toBeVisible();
});

it('names the colleague behind what the product did by itself', async () => {
  const causedBy = { kind: 'admin' as const, id: 9, name: 'Jonas Ekberg' };
  open([entry(2, { actor: { kind: 'system', id: 0, name: 'follow' }, causedBy, source: 'JOB' })]);
  expect(await screen.findByText('Scheduled job · caused by Jonas Ekberg · version 2')).toBeVisible();
});

it('puts an older value into the form', async () => {
  const { user } = open([entry(2, { before: { harbour: 'Aalborg' } })]);
  await user.click(await screen.findByRole('button', { name: 'Restore Harbour to Aalborg' }));
  expect(await screen.findByRole('textbox', { name: /Harbour\s*changed/ })).toHaveValue('Aalborg');
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeVisible();
});

it('puts a whole version into the form', async () => {
  const { user } = open([
    entry(4),
    entry(3, {
      before: { harbour: 'Aalborg', name: 'Ran' },
      after: { harbour: 'Kiel', name: 'Rán' },
      changed: ['harbour', 'name'],
    }),
    entry(2, { before: { harbour: 'Oslo' } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Back to version 2' }));
  expect(await screen.findByRole('textbox', { name: /Harbour\s*changed/ })).toHaveValue('Aalborg');
  expect(screen.getByRole('textbox', { name: /Name\s*changed/ })).toHaveValue('Ran');
  expect(screen.queryByRole('button', { name: 'Back to version 4' })).toBeNull();
});

it('shows more on request', async () => {
  const { user } = open(Array.from({ length: 12 }, (_, i) => entry(12 - i)));
  expect(await screen.findByText(/^12 entries/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(await screen.findByText('Panel · version 1')).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
});

it('shows the words that changed in a long text', async () => {
  open([
    entry(2, { changed: ['notes'], before: { notes: 'sails well in wind' }, after: { notes: 'sails badly in wind' } }),
  ]);
  expect((await screen.findByText('well')).tagName).toBe('DEL');
  expect(screen.getByText('badly').tagName).toBe('INS');
});

it('writes what has parts in words, records by their names, and of a list only what came and went', async () => {
  openForm('/boats/list/5/history', ({ path }) => {
    if (path === '/api/boat?id=7&limit=1') return { body: { results: [{ id: 7, name: 'Wasa' }], totalResults: 1 } };
    if (!path.startsWith('/api/history/boat/5?')) return undefined;
    const before = { home: { city: 'Kiel' }, races: [{ place: 'Oslo', againstId: 6 }] };
    const after = { home: { city: 'Bremen' }, races: [...before.races, { place: 'Aalborg', againstId: 7 }] };
    return { body: { results: [entry(2, { changed: ['home', 'races'], before, after })], totalResults: 1 } };
  });
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByText('Kiel').tagName).toBe('DEL');
  expect(item.getByText('Bremen').tagName).toBe('INS');
  expect((await item.findByText('Aalborg, Wasa')).tagName).toBe('INS');
  expect(item.queryByText(/Oslo/)).toBeNull();
});

it('writes the names of records whose ids a field is named after', async () => {
  openForm('/boats/list/5/history', ({ path }) => {
    if (path === '/api/boat?id=6%2C7&limit=2') {
      const results = [
        { id: 6, name: 'Vasa' },
        { id: 7, name: 'Wasa' },
      ];
      return { body: { results, totalResults: 2 } };
    }
    if (!path.startsWith('/api/history/boat/5?')) return undefined;
    const race = (boatIds: number[]) => ({ races: [{ place: 'Oslo', boatIds }] });
    const changed = entry(2, { changed: ['races'], before: race([6]), after: race([7]) });
    return { body: { results: [changed], totalResults: 1 } };
  });
  const item = within(await screen.findByRole('listitem'));
  expect((await item.findByText('Oslo, Vasa')).tagName).toBe('DEL');
  expect((await item.findByText('Oslo, Wasa')).tagName).toBe('INS');
});

it('names the files that came and went', async () => {
  open([entry(2, { changed: ['deeds'], before: { deeds: ['f1', 'gone'] }, after: { deeds: ['f1', 'f2'] } })]);
  expect((await screen.findByText('Bill of sale.pdf, A file you may not open')).tagName).toBe('DEL');
  expect(screen.getByText('Bill of sale.pdf, Survey.pdf').tagName).toBe('INS');
});

it('shows the record as it was at a moment beside today, and puts a value of then into the form', async () => {
  const then = { id: 5, name: 'Ran', harbour: 'Aalborg', version: 1 };
  const { user } = openForm('/boats/list/5/history', ({ path }) => {
    if (!path.startsWith('/api/history/boat/5?')) return undefined;
    return { body: { results: [], totalResults: 0, ...(path.includes('at=') && { record: then }) } };
  });
  await user.click(await screen.findByRole('button', { name: 'As it was at' }));
  await user.type(await screen.findByRole('textbox', { name: 'As it was at' }), '1 Nov 2026 10:00');
  await user.tab();
  const region = within(await screen.findByRole('region', { name: 'As it was at' }));
  expect((await region.findByText('Aalborg')).tagName).toBe('DEL');
  await user.click(region.getByRole('button', { name: 'Restore Harbour to Aalborg' }));
  expect(await screen.findByRole('textbox', { name: /Harbour\s*changed/ })).toHaveValue('Aalborg');
});

it('says that there was no such record then', async () => {
  const { user } = openForm('/boats/list/5/history', ({ path }) => {
    if (!path.startsWith('/api/history/boat/5?')) return undefined;
    return path.includes('at=')
      ? { status: 404, body: { status: 404, code: 'NOT_FOUND', messages: ['error.notFound'] } }
      : { body: { results: [], totalResults: 0 } };
  });
  await user.click(await screen.findByRole('button', { name: 'As it was at' }));
  await user.type(await screen.findByRole('textbox', { name: 'As it was at' }), '1 Nov 2020 10:00');
  await user.tab();
  expect(await screen.findByText('There was no such record then.')).toBeVisible();
});
