import { useState } from 'react';
import type { ComponentType } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { ListContextProvider, type ListControllerResult } from 'ra-core';
import { expect, it } from 'vitest';
import { noMeta } from '../../../../test/Panel';
import { fakeService, type Call, type Reply } from '../../../../test/service';
import engineWords from '../../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../../directus-schema/seed/en/panel.json';
import words from '../../../../../directus-schema/seed/en/ui.json';
import type { FilterProps } from '../../../engine/list/filters/FilterProps';
import { MetaContext, type Meta, type ResourceMeta } from '../../../meta';
import { drawWith } from '../../../ui/ui.fixture';
import { ActorFilter } from './ActorFilter';
import { BatchFilter } from './BatchFilter';
import { FieldFilter } from './FieldFilter';
import { RecordFilter } from './RecordFilter';
import { ValueFilter } from './ValueFilter';

// Only what the filters look at.
const boat = {
  name: 'boat',
  route: '/boats/list',
  path: '/api/boat',
  title: 'name',
  handle: 'number',
  fields: [
    { name: 'name', kind: 'text', sortable: true },
    { name: 'isAfloat', kind: 'bool' },
    { name: 'dailyRate', kind: 'decimal' },
  ],
  filters: [
    { name: 'name', kind: 'text' },
    { name: 'number', kind: 'text' },
  ],
  can: ['read'],
} as unknown as ResourceMeta;

const meta: Meta = { ...noMeta, resources: [boat] };

const texts = {
  ...words,
  ...engineWords,
  ...panelWords,
  'panel.history.actor.system': 'Product',
  'panel.history.causedBy': 'caused by %{name}',
  'cron.pool.expiry': 'Ends memberships',
  'audit.action.changeStatus': 'Changed status',
  'resources.boat.name': 'Boat',
  'ra.boolean.true': 'Yes',
  'resources.boat.fields.dailyRate': 'Rate a day',
};

type Values = Record<string, unknown>;

/** Draws one filter of a list whose filters are set at first as given, and says below what they are set to. */
const draw = (
  Filter: ComponentType<FilterProps>,
  name: string,
  first: Values,
  reply: (call: Call) => Reply,
  locale = 'en',
) => {
  const calls = fakeService(reply);
  const Panel = () => {
    const [filterValues, setFilters] = useState(first);
    return (
      // The filters take nothing else from the list.
      <ListContextProvider value={{ filterValues, setFilters } as unknown as ListControllerResult}>
        <Filter filter={{ name, kind: 'text' }} label="Sought" />
        <output>{JSON.stringify(filterValues)}</output>
      </ListContextProvider>
    );
  };
  const user = drawWith(
    <MetaContext value={meta}>
      <Panel />
    </MetaContext>,
    texts,
    locale,
  );
  return { user, calls };
};

const list = (...results: unknown[]): Reply => ({ body: { results, totalResults: results.length } });

const jonas = { actor: 'admin:9', kind: 'admin', id: 9, name: 'Jonas Ekberg', email: 'jonas@boats.example' };
const expiry = { actor: 'system:pool.expiry', kind: 'system', id: 0, name: 'pool.expiry', email: '' };

it('finds who acted by name, and a part of the product by its words, with the keyboard alone', async () => {
  const { user } = draw(ActorFilter, 'actor', {}, ({ path }) => {
    const text = new URL(path, 'http://x').searchParams.get('text') ?? '';
    return list(...[jonas, expiry].filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())));
  });
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('option', { name: 'Jonas Ekberg · jonas@boats.example' })).toBeVisible();
  await user.keyboard('memberships');
  expect(await screen.findByRole('option', { name: 'Product · Ends memberships' })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Jonas/ })).toBeNull();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('{"actor":"system:pool.expiry"}');
  expect(screen.getByRole('button', { name: 'Sought Product · Ends memberships' })).toHaveFocus();
});

it('says by name whom an address asks for', async () => {
  draw(ActorFilter, 'actor', { actor: 'admin:9' }, () => list(jonas));
  expect(await screen.findByRole('button', { name: /Jonas Ekberg/ })).toBeVisible();
});

it('asks for a record by its title, its number and its id once its kind is chosen', async () => {
  const { user, calls } = draw(RecordFilter, 'entityId', { entity: ['boat'] }, ({ path }) =>
    path.includes('number=7') ? list({ id: 31, name: 'Albatross', number: '7' }) : list(),
  );
  await user.click(screen.getByRole('button', { name: /Sought/ }));
  await user.keyboard('7');
  await user.click(await screen.findByRole('option', { name: 'Albatross · 7' }));
  expect(screen.getByRole('status')).toHaveTextContent('{"entity":["boat"],"entityId":"31"}');
  for (const way of ['name=7', 'number=7', 'id=7'])
    expect(calls.some(({ path }) => new RegExp(`[?&]${way}(&|$)`).test(path))).toBe(true);
});

it('takes the id of a record of no one kind, and of a kind that one may not read', () => {
  draw(RecordFilter, 'entityId', { entity: ['staff'], entityId: '7' }, () => list());
  expect(screen.getByRole('searchbox', { name: 'Sought' })).toHaveValue('7');
});

it('names a batch by what was done, by whom and when, and offers those of the time that is shown', async () => {
  const batch = {
    id: 'job_1',
    at: '2026-11-20T13:02:11Z',
    action: 'changeStatus',
    entity: 'boat',
    actor: jonas,
    causedBy: null,
  };
  const other = { ...batch, id: 'job_2', actor: { kind: 'system', id: 0, name: 'follow' }, causedBy: null };
  const { user, calls } = draw(BatchFilter, 'batchId', { since: '2026-11-20', until: '2026-11-21' }, () =>
    list(batch, other),
  );
  await user.click(screen.getByRole('button', { name: /Sought/ }));
  await user.keyboard('status jonas');
  await user.click(await screen.findByRole('option', { name: /^Changed status: Boat · Jonas Ekberg · / }));
  expect(screen.getByRole('status')).toHaveTextContent('"batchId":"job_1"');
  const wanted = new URL(calls[0]?.path ?? '', 'http://x').searchParams;
  expect([wanted.get('since'), wanted.get('until')]).toEqual(['2026-11-20T00:00:00Z', '2026-11-21T23:59:59.999Z']);
});

it('filters by a changed field, found by the words of the screens', async () => {
  const fields = [
    { entity: 'boat', field: 'dailyRate', readable: true },
    { entity: 'boat', field: 'name', readable: false },
  ];
  const { user } = draw(FieldFilter, 'field', {}, () => list(...fields));
  await user.click(screen.getByRole('button', { name: /Sought/ }));
  await user.keyboard('boat rate');
  await user.click(await screen.findByRole('option', { name: 'Boat · Rate a day' }));
  expect(screen.getByRole('status')).toHaveTextContent('{"field":"boat.dailyRate"}');
});

it('takes a value of a field that has no choices as it is typed', () => {
  draw(ValueFilter, 'newValue', { field: 'boat.name', newValue: 'Albatross' }, () => list());
  expect(screen.getByRole('searchbox', { name: 'Sought' })).toHaveValue('Albatross');
});

it('offers the values of a field that has choices by their words', async () => {
  const { user } = draw(ValueFilter, 'newValue', { field: 'boat.isAfloat' }, () => list());
  await user.click(screen.getByRole('button', { name: /Sought/ }));
  await user.click(await screen.findByRole('option', { name: 'Yes' }));
  expect(screen.getByRole('status')).toHaveTextContent('"newValue":"true"');
});

it('locks the value of a field that one may not read, and says why, before anybody asks for one', async () => {
  draw(ValueFilter, 'newValue', { field: 'boat.name' }, () => list({ entity: 'boat', field: 'name', readable: false }));
  const locked = await screen.findByRole('button', { name: 'Sought' });
  expect(locked).toHaveAttribute('aria-disabled', 'true');
  expect(locked).toHaveAccessibleDescription(panelWords['validation.unreadableField']);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it.each(['oldValue', 'newValue'])('asks for the field before %s, in sight beside one of the two', name => {
  draw(ValueFilter, name, {}, () => list());
  const requested = panelWords['panel.audit.fieldFirst'];
  expect(screen.getByRole('button', { name: 'Sought' })).toHaveAccessibleDescription(requested);
  expect(screen.getByText(requested).classList.contains('vh')).toBe(name === 'oldValue');
});

it('finds a number as it is written in the language of the panel', async () => {
  const { user } = draw(ValueFilter, 'newValue', { field: 'boat.dailyRate' }, () => list(), 'de');
  await user.type(screen.getByRole('searchbox', { name: 'Sought' }), '1.077,50');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('"newValue":"1077.5"'));
  expect(screen.getByRole('searchbox', { name: 'Sought' })).toHaveValue('1.077,50');
});

it('writes a number of an address in the language of the panel', () => {
  draw(ValueFilter, 'newValue', { field: 'boat.dailyRate', newValue: '77.5' }, () => list(), 'de');
  expect(screen.getByRole('searchbox', { name: 'Sought' })).toHaveValue('77,5');
});
