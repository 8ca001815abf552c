import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../../test/service';
import type { PoolPlan } from '../../generated/answers';
import { MergePlan } from './MergePlan';
import { drawPool, plan, pool } from './pool.fixture';

afterEach(() => vi.unstubAllGlobals());

const person = (freelancer: string, more: Record<string, unknown>) => ({
  key: freelancer,
  class: null,
  outcome: 'ADD',
  freelancerId: 1,
  freelancer,
  detail: '',
  decision: null,
  allowed: [],
  default: null,
  line: 0,
  candidates: [],
  warning: null,
  ...more,
});
const people = [
  person('Olga Owned', { class: 'OWNERSHIP', outcome: 'SKIP', decision: 'SKIP', allowed: ['SKIP', 'OVERRIDE'] }),
  person('Gero Gone', { class: 'USER_STATUS', outcome: 'SKIP', decision: 'SKIP', allowed: ['SKIP'] }),
  person('Nina New', {}),
  person('Wanda Warned', { warning: 'RATES_DIFFER', line: 3 }),
];

/** The plan, whose rows are narrowed as the service narrows them. */
const open = (of: PoolPlan) => {
  const calls = fakeService(({ path }) => {
    const wanted = new URL(path, 'http://panel').searchParams;
    const shown = people.filter(one => {
      if (wanted.get('class')) return one['class'] === wanted.get('class');
      if (wanted.get('outcome')) return one.outcome === wanted.get('outcome');
      if (wanted.get('warning')) return one['warning'] === wanted.get('warning');
      return wanted.get('all') === 'true' || one['class'] !== null;
    });
    return { body: { ...of, conflicts: shown, totalResults: shown.length } };
  });
  const user = drawPool(
    <MergePlan pool={pool} plan={of} onPlanned={vi.fn()} onBegun={vi.fn()} onBack={vi.fn()} onClose={vi.fn()} />,
  );
  return { calls, user };
};

it('opens on what prevents it, and narrows to every outcome and every class there is', async () => {
  const { user } = open(plan);
  expect(await screen.findByText('Olga Owned')).toBeVisible();
  expect(screen.queryByText('Nina New')).toBeNull();
  const filter = screen.getByRole('combobox', { name: 'Show' });
  expect(filter).toHaveDisplayValue('What prevents it (4)');
  const names = within(filter)
    .getAllByRole('option')
    .map(one => one.textContent);
  expect(names).toEqual([
    'What prevents it (4)',
    'Everybody (8)',
    'Comes in (3)',
    'Becomes one (1)',
    'Is invited (1)',
    'Is left out (3)',
    'To be decided (0)',
    'No consent (1)',
    'Bound elsewhere (2)',
    'Inactive or deleted (1)',
  ]);
  await user.selectOptions(filter, 'Inactive or deleted (1)');
  expect(await screen.findByText('Gero Gone')).toBeVisible();
  expect(screen.queryByText('Olga Owned')).toBeNull();
  await user.selectOptions(filter, 'Comes in (3)');
  expect(await screen.findByText('Nina New')).toBeVisible();
  await user.selectOptions(filter, 'To be decided (0)');
  expect(await screen.findByText('Nobody.')).toBeVisible();
});

it('opens on everybody where nothing prevents anybody', async () => {
  open({ ...plan, classes: {}, counts: { ADD: 3 } });
  expect(await screen.findByText('Nina New')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Show' })).toHaveDisplayValue('Everybody (3)');
});

it('says what is to be known of rows that nothing prevents, counts them, and narrows to them', async () => {
  const { user } = open({ ...plan, warnings: { RATES_DIFFER: 1 } });
  expect(await screen.findByText('Hour and day rate do not fit (1)', { selector: '.note *' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Hour and day rate do not fit (1)');
  expect(await screen.findByText(/more than 50 % away from eight hours/)).toBeVisible();
  expect(screen.getByText('Wanda Warned')).toBeVisible();
});

it('says what becomes of everything attached to a source, and what stays of the target', async () => {
  open(plan);
  const attached = within(await screen.findByRole('region', { name: 'What comes along' }));
  const lines = attached.getAllByRole('listitem').map(one => one.textContent);
  expect(lines).toEqual([
    '2 projects draw from this pool then',
    '1 open invitation stays valid',
    '3 MSPs serve this pool then',
    'The names of the merged pools lead here.',
    'Alpha, Old Alpha: ends, and its names lead hereStays with it and is not taken over: Visibility: Public · Description: Former employees.',
    'Target: description, category, visibility, image and duration stay as they areVisibility: Private · Category: Experts · Description: People we call first.',
  ]);
});

it('says of a copy that nothing comes along', async () => {
  open({ ...plan, mode: 'COPY', sources: [], attached: { projects: 0, invitations: 0, savedSearches: 0, msps: 0 } });
  const attached = within(await screen.findByRole('region', { name: 'What comes along' }));
  expect(attached.getAllByRole('listitem').map(one => one.textContent)).toEqual([
    'Nothing else: the other pools stay as they are.',
  ]);
});
