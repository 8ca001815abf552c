import { ResourceContextProvider } from 'ra-core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { FieldMeta, ResourceMeta } from '../../meta';
import { TimelineTab } from './TimelineTab';

const boat: ResourceMeta = {
  ...noResource,
  name: 'boat',
  route: '/boats',
  title: 'name',
  status: 'state',
  can: ['read', 'history'],
  fields: [
    { name: 'harbour', kind: 'text' },
    { name: 'batch', kind: 'text', readOnly: true },
    { name: 'secret', kind: 'text' },
  ] as FieldMeta[],
};
const voyage: ResourceMeta = { ...noResource, name: 'voyage', route: '/voyages', title: 'name' };

const line = {
  at: '2026-11-20T08:00:00.000Z',
  actor: { kind: 'admin', id: 1, name: 'Clara' },
  title: '',
  text: '',
  entry: null,
  mail: null,
};
const entry = {
  id: 4,
  action: 'update',
  changed: ['harbour', 'batch', 'secret'],
  before: { harbour: 'Malmö' },
  after: { harbour: 'Lund' },
  reason: '',
  comment: '',
  source: 'UI',
};
const events = [
  { ...line, kind: 'CHANGES', id: 4, entity: 'boat', entityId: 5, entry },
  {
    ...line,
    kind: 'RELATED',
    id: 3,
    entity: 'voyage',
    entityId: 7,
    title: 'Ark – To Riga',
    entry: { ...entry, action: 'create' },
  },
  { ...line, kind: 'NOTES', id: 2, entity: 'boat', entityId: 5, text: 'Leaks a little' },
];

const open = () => {
  const calls = fakeService(({ path }) => ({
    body: path.includes('before=boat')
      ? { results: [events[2]], next: '' }
      : { results: events.slice(0, 2), next: 'boat:3' },
  }));
  show();
  return { calls, user: userEvent.setup() };
};

const draw = (results: object[]) => {
  fakeService(() => ({ body: { results, next: '' } }));
  show();
};

const show = () => {
  render(
    <Panel meta={{ ...noMeta, permissions: ['note.read'], resources: [boat, voyage] }}>
      <ResourceContextProvider value="boats">
        <TimelineTab meta={boat} record={{ id: 5, name: 'Ark', version: 1 }} />
      </ResourceContextProvider>
    </Panel>,
  );
};

it('tells what was written before and after, that masked values changed, and leads to other records', async () => {
  const { user } = open();
  expect(await screen.findByText('Lund')).toBeVisible();
  expect(screen.getByText('changed')).toBeVisible();
  expect(screen.queryByText(/batch/)).toBeNull();
  expect(screen.getByRole('link', { name: 'To Riga' })).toHaveAttribute('href', '/voyages/7');
  await user.click(screen.getByRole('button', { name: 'Show earlier' }));
  expect(await screen.findByText('Leaks a little')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
});

it('names what the service has set where nobody wrote a field, and leaves out what changed nothing', async () => {
  const did = (id: number, changed: string[]) => ({
    ...line,
    actor: { kind: 'system', id: 0, name: 'boat.fill' },
    kind: 'CHANGES',
    id,
    entity: 'boat',
    entityId: 5,
    entry: { ...entry, id, action: 'fill', changed, before: {}, after: {} },
  });
  draw([did(6, ['batch']), did(7, []), did(8, ['version'])]);
  expect(await screen.findAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('listitem')).toHaveTextContent(/changed 1 field/);
});

it('asks for the kinds that are chosen alone', async () => {
  const { calls, user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Notes' }));
  await waitFor(() => expect(calls.some(({ path }) => path.includes('kind=NOTES'))).toBe(true));
});

it('says of kinds without an event that nothing of them has happened, not that nothing has', async () => {
  fakeService(({ path }) => ({ body: { results: path.includes('kind=STATUSES') ? [] : events, next: '' } }));
  show();
  expect(await screen.findByText('Lund')).toBeVisible();
  await userEvent.setup().click(screen.getByRole('checkbox', { name: 'Statuses' }));
  expect(await screen.findByText('Nothing of what is chosen has happened yet')).toBeVisible();
});
