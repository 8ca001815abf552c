import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Panel } from '../../../test/Panel';
import type { DashboardCard } from '../../generated/answers';
import { Tiles } from './Tiles';

const cards = (count: number): DashboardCard[] =>
  Array.from({ length: count }, (_, at) => ({ key: `k${at}`, count: at, link: '' }));

const columns = (count: number) => {
  const { container } = render(
    <Panel>
      <Tiles cards={cards(count)} />
    </Panel>,
  );
  const style = container.querySelector<HTMLElement>('.tiles')?.style;
  return ['--wide', '--narrow'].map(name => Number(style?.getPropertyValue(name)));
};

it.each([
  [1, [1, 1]],
  [4, [4, 4]],
  [5, [5, 3]],
  [10, [5, 4]],
  [25, [5, 4]],
])('shows %i counts in rows of about the same length, none too narrow for its words', (count, want) =>
  expect(columns(count)).toEqual(want),
);
