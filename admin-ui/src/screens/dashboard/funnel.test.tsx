import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Panel } from '../../../test/Panel';
import type { FunnelStep } from '../../generated/answers';
import { FunnelTable } from './FunnelTable';
import { Trends } from './Trends';
import { WeeksTable } from './WeeksTable';

const step = (
  key: string,
  count: number,
  medianHours: number | null,
  weeks = [0, 0, 0, 0, 0, 0, 4, 4],
): FunnelStep => ({
  key,
  link: '/projects/applications',
  weekLink: '/projects/applications?filter=week',
  count,
  medianHours,
  weeks,
});

const rowOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(cell => cell.textContent);

it('says of each step how many came to it, how many were lost before it and the days half of them took', () => {
  render(
    <Panel>
      <FunnelTable steps={[step('applied', 1240, null), step('confirmed', 620, 36), step('hired', 62, 288)]} />
    </Panel>,
  );
  expect(rowOf('Applied')).toEqual(['1,240', '–', '–']);
  expect(rowOf('Confirmed')).toEqual(['620', '−50 %', '1.5']);
  expect(rowOf('Hired')).toEqual(['62', '−90 %', '12']);
});

it('loses nobody where nobody applied', () => {
  render(
    <Panel>
      <FunnelTable steps={[step('applied', 0, null), step('hired', 0, null)]} />
    </Panel>,
  );
  expect(rowOf('Hired')).toEqual(['0', '–', '–']);
});

it.each([
  [[4, 4], 'As many as in the week before'],
  [[4, 7], '3 more than in the week before'],
  [[4, 2], '2 fewer than in the week before'],
])('says the change of the last seven days in words: %j', (weeks, words) => {
  render(
    <Panel>
      <Trends steps={[step('hired', 9, 24, weeks)]} />
    </Panel>,
  );
  const link = screen.getByRole('link', { name: new RegExp(words) });
  expect(link).toHaveAttribute('href', expect.stringMatching(/filter=week$/));
});

it('has a table of what its lines are drawn from, the last week first', () => {
  render(
    <Panel>
      <WeeksTable steps={[step('applied', 9, null, [1, 2, 3]), step('hired', 4, 24, [0, 1, 2])]} />
    </Panel>,
  );
  screen.getByText('The last 8 weeks as a table').click();
  expect(rowOf('Last 7 days')).toEqual(['3', '2']);
  expect(rowOf('2 weeks before')).toEqual(['1', '0']);
});
