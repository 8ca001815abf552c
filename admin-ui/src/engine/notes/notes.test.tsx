import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import { fakeService, type Call } from '../../../test/service';
import type { ResourceMeta } from '../../meta';
import { currentLocation, navigate } from '../../router/history';
import { dayFromNow, nextMonday } from './dueDays';
import { mentionAt, piecesOf, shownText, storedText } from './mentionText';
import type { BesideNote } from './noteCalls';
import { NotesTab } from './NotesTab';

const project: ResourceMeta = { ...noResource, name: 'project', route: '/projects/list', title: 'title', notes: true };
const meta = { ...noMeta, permissions: ['note.read', 'note.write'], resources: [project] };

const written: BesideNote = {
  id: 7,
  version: 3,
  summary: 'Ask @Ada Byron',
  text: 'Ask @[4]',
  mentions: [{ id: 4, name: 'Ada Byron' }],
  state: 'OPEN',
  dueOn: '2026-01-31',
  assigneeId: 4,
  assigneeName: 'Ada Byron',
  entity: 'project',
  entityId: 5,
  recordTitle: 'Welder',
  recordHandle: 'P-1',
  created: '2026-01-02T10:00:00.000Z',
  createdBy: 'Ida Rhodes',
  isEditable: true,
  authorId: 9,
  editedAt: null,
  doneAt: null,
  doneBy: '',
};

const open = (
  notes: BesideNote[],
  answer: (call: Call) => { status?: number; body?: unknown } | undefined = () => undefined,
) => {
  const calls = fakeService(call => {
    const own = answer(call);
    if (own) return own;
    if (call.path.includes('/people')) return { body: { results: [{ id: 4, name: 'Ada Byron' }], totalResults: 1 } };
    if (call.method === 'GET') return { body: { results: notes, totalResults: notes.length } };
    return { body: { ...written, version: 4 } };
  });
  render(
    <Panel meta={meta}>
      <NotesTab meta={project} record={{ id: 5, title: 'Welder' }} />
    </Panel>,
  );
  return { calls, user: userEvent.setup() };
};

const sent = (calls: Call[], method: string) => calls.find(call => call.method === method);

it('writes a note that mentions somebody by keyboard alone, and stores who is meant', async () => {
  const { calls, user } = open([]);
  expect(await screen.findByText('No notes yet')).toBeVisible();
  await user.click(screen.getByRole('textbox', { name: 'New note' }));
  await user.keyboard('Ask @ad');
  expect(await screen.findByRole('option', { name: 'Ada Byron' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}today{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent(calls, 'POST')).toBeDefined());
  expect(sent(calls, 'POST')?.body).toEqual({
    entity: 'project',
    entityId: 5,
    text: 'Ask @[4] today',
    dueOn: null,
    assigneeId: null,
  });
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'New note' })).toHaveValue(''));
});

it('refuses an empty note in place and shows what the service says at its field', async () => {
  const { calls, user } = open([], call =>
    call.method === 'POST'
      ? {
          status: 422,
          body: {
            code: 'VALIDATION',
            messages: ['error.validation'],
            fieldErrors: { text: ['note.mentionCannotRead'] },
          },
        }
      : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Add note' }));
  expect(screen.getByText('Must be filled in.')).toBeVisible();
  expect(sent(calls, 'POST')).toBeUndefined();
  await user.type(screen.getByRole('textbox', { name: 'New note' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Mentions somebody who may not read this record.')).toBeVisible();
});

it('makes a note a task that is due tomorrow in the same box', async () => {
  const { calls, user } = open([]);
  await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'Call');
  await user.click(screen.getByRole('checkbox', { name: 'Make it a task' }));
  await user.click(screen.getByRole('button', { name: 'Tomorrow' }));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(sent(calls, 'POST')?.body).toMatchObject({ text: 'Call', dueOn: dayFromNow(1) }));
});

it('shows an overdue task with the people it names, ticks it off and offers the way back', async () => {
  const { calls, user } = open([written]);
  const note = within(await screen.findByRole('list', { name: 'Notes' }));
  expect(note.getByText('@Ada Byron')).toBeVisible();
  expect(note.getByText(/^Overdue since/)).toBeVisible();
  await user.click(note.getByRole('checkbox', { name: 'Task of Ada Byron' }));
  await waitFor(() => expect(sent(calls, 'POST')?.path).toBe('/api/note/7/complete'));
  expect(sent(calls, 'POST')?.headers.get('if-match')).toBe('"3"');
  await user.click(await screen.findByRole('button', { name: 'panel.jobs.undo' }));
  await waitFor(() => expect(calls.some(call => call.path === '/api/undo/note/complete/7')).toBe(true));
});

it('edits a note in place and deletes one with a way back', async () => {
  const { calls, user } = open([written]);
  await user.click(await screen.findByRole('button', { name: 'Edit note' }));
  const box = screen.getByRole('textbox', { name: 'Edit note' });
  expect(box).toHaveValue('Ask @Ada Byron');
  await user.type(box, ' again');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent(calls, 'PUT')?.body).toMatchObject({ text: 'Ask @[4] again', assigneeId: 4 }));
  await user.click(await screen.findByRole('button', { name: 'Delete note' }));
  await user.click(await screen.findByRole('button', { name: 'panel.jobs.undo' }));
  await waitFor(() => expect(calls.some(call => call.path === '/api/undo/note/delete/7')).toBe(true));
});

it('reads and writes mentions by name', () => {
  const people = [
    { id: 4, name: 'Ada' },
    { id: 5, name: 'Ada Byron' },
  ];
  expect(shownText('@[4], @[5], @[6]', people)).toBe('@Ada, @Ada Byron, @[6]');
  expect(storedText('@Ada, @Ada Byron', people)).toBe('@[4], @[5]');
  expect(piecesOf('To @[4]!', people).map(({ text }) => text)).toEqual(['To ', '@Ada', '!']);
  expect(mentionAt('Ask @ada by', 11)).toEqual({ name: 'ada by', start: 4 });
  expect(mentionAt('mail a@b.example', 16)).toBeUndefined();
});

it('knows the days of a reminder', () => {
  expect(dayFromNow(1, new Date(2026, 11, 31, 23))).toBe('2027-01-01');
  expect(nextMonday(new Date(2026, 10, 28))).toBe('2026-11-30');
  expect(nextMonday(new Date(2026, 10, 30))).toBe('2026-12-07');
});

it('asks before a note that is being written is left, and keeps it', async () => {
  const { user } = open([]);
  await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'Call on Monday');
  act(() => navigate('/elsewhere'));
  const wanted = await screen.findByRole('alertdialog');
  await user.click(within(wanted).getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('textbox', { name: 'New note' })).toHaveValue('Call on Monday');
  act(() => navigate('/elsewhere'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Discard/ }));
  await waitFor(() => expect(currentLocation().pathname).toBe('/elsewhere'));
});
