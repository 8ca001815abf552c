import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../../test/service';
import type { PoolImport } from '../../generated/answers';
import { MergeRun } from './MergeRun';
import { drawPool, ended, pool } from './pool.fixture';

afterEach(() => vi.unstubAllGlobals());

const row = (title: string, more: Record<string, unknown> = {}) => ({
  id: title.length,
  title,
  outcome: 'DONE',
  undo: '',
  version: 1,
  code: '',
  messages: [],
  ...more,
});

const leftOut = row('Rita Removed', { outcome: 'SKIPPED', messages: ['pool.conflict.REMOVED_IN_TARGET.detail'] });
const cameIn = row('Ida Fresh');
const leftAlone = row('Carl Changed', { undo: 'SKIPPED', messages: ['pool.conflict.CHANGED.detail'] });
const partly = row('Target', {
  id: 0,
  undo: 'DONE',
  messages: ['pool.undo.renamed', 'pool.undo.projectsChanged'],
  params: {
    'pool.undo.renamed': { 'pool.undo.renamed': { names: 'Alpha (2)' } },
    'pool.undo.projectsChanged': { 'pool.undo.projectsChanged': { projects: 'Night shift' } },
  },
});

/** A service with one merge, which can be stopped and undone; nobody else's rows are told. */
const open = (first: PoolImport, isOwn = true) => {
  let now = first;
  const calls = fakeService(({ method, path }) => {
    if (path.startsWith('/api/pool/import/progress')) return { body: now };
    if (method === 'POST' && path.endsWith('/undo')) {
      now = { ...now, state: 'UNDONE', canUndo: false, added: 0, updated: 8, skipped: 1 };
      return { status: 202, body: now };
    }
    if (method === 'POST' && path.endsWith('/cancel')) {
      now = { ...now, state: 'CANCELLED', canCancel: false, canUndo: true, processed: 400, added: 400 };
      return { status: 202, body: now };
    }
    if (!isOwn) return { status: 404, body: { status: 404, code: 'NOT_FOUND', messages: ['error.notFound'] } };
    if (path.includes('outcome=SKIPPED')) return { body: { results: [leftOut], totalResults: 1 } };
    if (path.includes('outcome=DONE')) return { body: { results: [cameIn], totalResults: 6 } };
    return { body: { results: [leftAlone, partly], totalResults: 2 } };
  });
  const user = drawPool(<MergeRun pool={pool} jobId="imp_1" onPlanned={vi.fn()} onClose={vi.fn()} />);
  return { calls, user };
};

const rows = async () => within(await screen.findByRole('region', { name: 'What became of each' }));

it('lists whom a merge has left out and why, and who came in', async () => {
  const { user } = open(ended);
  expect(await screen.findByText('5 came in, 1 became one, 2 left out')).toBeVisible();
  const list = await rows();
  expect(await list.findByText('Rita Removed')).toBeVisible();
  expect(list.getByText('Staff removed this person from the pool before.')).toBeVisible();
  await user.selectOptions(list.getByRole('combobox'), 'Came in, or became one (6)');
  expect(await list.findByText('Ida Fresh')).toBeVisible();
  expect(list.getByRole('button', { name: 'Show more, 1 of 6' })).toBeVisible();
});

it('lists whom and what an undo has left as it is, with why', async () => {
  const { user } = open(ended);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('8 put back, 1 left as they are')).toBeVisible();
  const list = await rows();
  const changed = within((await list.findByText('Carl Changed')).closest('li') as HTMLElement); // a row is an item
  expect(changed.getByText('The membership has changed since.')).toBeVisible();
  expect(changed.getByText('Changed since, left alone')).toBeVisible();
  const target = within(list.getByText('Target').closest('li') as HTMLElement);
  expect(target.getByText(/came back under a second one: Alpha \(2\)/)).toBeVisible();
  expect(target.getByText(/draw from other pools by now and were left as they are: Night shift/)).toBeVisible();
});

it('is stopped, says that what was done stays, and lists it', async () => {
  const { user, calls } = open({
    ...ended,
    state: 'RUNNING',
    canCancel: true,
    canUndo: false,
    processed: 200,
    total: 900,
  });
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped')).toBeVisible();
  expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/pool/import/imp_1/cancel')).toBe(true);
  expect(screen.getByText(/stopped after 400 of 900: what was done by then stays and can be undone/)).toBeVisible();
  expect(await (await rows()).findByText('Ida Fresh')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

it('tells nobody else who it was', async () => {
  open(ended, false);
  expect(await screen.findByText('Who it was is shown to whoever began it.')).toBeVisible();
});
