import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'ra-core';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { ResourceMeta } from '../../meta';
import { currentLocation, navigate } from '../../router/history';
import { Calendar } from './Calendar';
import { placeIn, writePlace } from './calendarAddress';
import { addMonths, firstWeekday, lastDay, weeksOf } from './days';

const boat: ResourceMeta = {
  ...noResource,
  name: 'boat',
  route: '/boats',
  path: '/api/boat',
  title: 'name',
  status: 'state',
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'hireStart', kind: 'date' },
    { name: 'hireEnd', kind: 'date' },
    { name: 'inspection', kind: 'date' },
  ],
  calendar: { start: 'hireStart', end: 'hireEnd', days: ['inspection'], taken: 'berthsFilled', places: 'berths' },
};

const boats = [
  { id: 1, name: 'Albatross', hireStart: '2027-01-12', hireEnd: '2027-02-03', berths: 3, berthsFilled: 1 },
  {
    id: 2,
    name: 'Barnacle',
    hireStart: '2026-11-02',
    hireEnd: '2027-06-30',
    inspection: '2027-01-12',
    berths: 2,
    berthsFilled: 2,
  },
];

const open = (view: string) => {
  const calls = fakeService(() => ({ body: { results: boats, totalResults: 2 } }));
  navigate(`/boats?view=${view}`, { replace: true });
  render(
    <Panel meta={{ ...noMeta, resources: [boat] }}>
      <ResourceContextProvider value="boats">
        <Calendar filter={{ harbour: 'Kiel' }} />
      </ResourceContextProvider>
    </Panel>,
  );
  return { calls, user: userEvent.setup() };
};

it('asks once for what lasts and once for each kind of day, within the month in sight and under the filters of the list', async () => {
  const { calls } = open('calendar.2027-01');
  await screen.findByRole('table', { name: /boat/ });
  const parameters = calls.map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));
  expect(parameters).toEqual([
    expect.objectContaining({
      harbour: 'Kiel',
      hireEndFrom: '2026-12-28',
      hireStartUntil: '2027-01-31',
      s: 'hireEnd:asc',
    }),
    expect.objectContaining({
      harbour: 'Kiel',
      inspectionFrom: '2026-12-28',
      inspectionUntil: '2027-01-31',
      s: 'inspection:asc',
    }),
  ]);
});

it('shows on its day what begins, what ends and what is due, and opens the list of a day', async () => {
  const { user } = open('calendar.2027-01');
  const day = await screen.findByRole('button', { name: /12 January, 2 entries/ });
  expect(within(day.closest('td') as HTMLElement).getAllByRole('link')).toHaveLength(2);
  await user.click(day);
  const list = within(screen.getByRole('region', { name: /12 January/ }));
  expect(list.getByRole('link', { name: /Albatross.*hireStart/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/boats\/1\?view=/),
  );
  expect(list.getByRole('link', { name: /Barnacle.*inspection/ })).toBeVisible();
});

it('goes from day to day by arrows, and by Page Down to the next month, which the address names', async () => {
  const { user } = open('calendar.2027-01');
  const first = await screen.findByRole('button', { name: /Friday 1 January|Friday, 1 January/ });
  first.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toHaveAttribute('data-day', '2027-01-09');
  await user.keyboard('{PageDown}');
  await waitFor(() => expect(currentLocation().search).toContain('view=calendar.2027-02'));
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-day', '2027-02-09'));
});

it('keeps the focus on the day that an arrow or a page leads to in another month', async () => {
  const { user } = open('calendar.2027-01');
  (await screen.findByRole('button', { name: /31 January/ })).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-day', '2027-02-07'));
  await user.keyboard('{ArrowLeft}{PageUp}');
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-day', '2027-01-06'));
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(currentLocation().search).toContain('view=calendar.2027-02'));
  expect(screen.getByRole('button', { name: 'Next month' })).toHaveFocus();
});

it('lays records as bars over three months, with how many of their places are taken', async () => {
  const { user } = open('calendar.2027-01');
  await user.click(await screen.findByRole('button', { name: 'Bars' }));
  await waitFor(() => expect(currentLocation().search).toContain('view=calendar.2027-01.bars'));
  const rows = within(await screen.findByRole('list', { name: /boat/ })).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(within(rows[0] as HTMLElement).getByText('1 of 3 positions filled')).toBeInTheDocument();
  expect(within(rows[1] as HTMLElement).getByText(/inspection/)).toBeVisible();
});

it.each([
  ['calendar', { month: '2026-11', isBars: false }],
  ['calendar.2027-02.bars', { month: '2027-02', isBars: true }],
  ['calendar.2027-13', { month: '2026-11', isBars: false }],
])('reads %s from the address', (view, place) => {
  expect(placeIn(view, '2026-11-28')).toEqual(place);
  expect(placeIn(writePlace(place), '2020-01-01')).toEqual(place);
});

it('counts months and weeks without a time zone', () => {
  expect(addMonths('2026-11', 3)).toBe('2027-02');
  expect(lastDay('2028-02')).toBe('2028-02-29');
  const monday = weeksOf('2027-03', 1);
  expect([monday[0]?.[0], monday.at(-1)?.[6]]).toEqual(['2027-03-01', '2027-04-04']);
  const sunday = weeksOf('2027-03', 7);
  expect([sunday[0]?.[0], sunday.at(-1)?.[6]]).toEqual(['2027-02-28', '2027-04-03']);
  expect(firstWeekday('de')).toBe(1);
});
