import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noMeta, noResource, Panel } from '../../../../test/Panel';
import { fakeService, type Call } from '../../../../test/service';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { MetaContext } from '../../../meta';
import { ApplyButton } from './ApplyButton';
import { ShortlistTab } from './ShortlistTab';

afterEach(() => {
  vi.unstubAllGlobals();
});

const person = (freelancerId: number, name: string, more: Partial<ShortlistCandidate> = {}): ShortlistCandidate => ({
  freelancerId,
  handle: `F-${freelancerId}`,
  name,
  userStatus: 'AC',
  city: 'Malmö',
  country: 'SE',
  mspId: null,
  mspName: '',
  rate: 80,
  askedRate: 80,
  askedUnit: 'Hr',
  rateCurrency: 'EUR',
  hoursPerWeek: 40,
  availabilityFrom: '',
  availabilityPct: null,
  missing: [],
  daysLate: 0,
  isInCountry: true,
  score: 91,
  points: [
    { part: 'skills', points: 40, most: 40 },
    { part: 'rate', points: 51, most: 60 },
  ],
  why: ['skills'],
  whyNot: ['rate'],
  change: { part: 'rate', skill: '', rate: 75, date: '', capacity: 0, score: 100 },
  unmet: null,
  ...more,
});

const list: Shortlist = {
  skills: ['Go', 'SQL'],
  must: ['Go'],
  rules: [
    { rule: 'skills', count: 0 },
    { rule: 'consent', count: 3 },
  ],
  weights: { skills: 40, rate: 60, availability: 0, place: 0, experience: 0 },
  start: '2026-03-02',
  unit: 'Hr',
  currency: 'EUR',
  limit: 100,
  hoursPerWeek: 40,
  country: 'SE',
  remoteSharePct: 0,
  end: '2026-12-31',
  read: 5,
  isAll: true,
  remain: 2,
  results: [person(1, 'Nadia Haddad'), person(2, 'Farid Benali', { availabilityFrom: '2026-03-09' })],
};

const elsewhere = person(3, 'Paweł Zieliński', { rate: null, askedRate: 900, rateCurrency: 'SEK' });

const project = { id: 7, title: 'Core banking', status: 'ACTIVE' } as Project;
const meta = {
  ...noMeta,
  permissions: ['application.create', 'application.status', 'rate.write'],
  resources: [
    {
      ...noResource,
      name: 'application',
      route: '/projects/applications',
      fields: [{ name: 'talentRate', kind: 'money' as const, minValue: 0 }],
    },
  ],
};

const draw = (answer: (call: Call) => { status?: number; body?: unknown }) => {
  const calls = fakeService(answer);
  render(
    <Panel meta={meta}>
      <MetaContext.Provider value={meta}>
        <ShortlistTab record={project} />
      </MetaContext.Provider>
    </Panel>,
  );
  return { calls, user: userEvent.setup({ delay: null }) };
};

it('says of each person why, why not and what would change it', async () => {
  draw(() => ({ body: list }));
  const row = (await screen.findByText('Nadia Haddad')).closest('tr') as HTMLElement; // the row that the name is in
  expect(within(row).getByText('Has all 2 skills')).toBeVisible();
  expect(within(row).getByText('Rate close to the limit')).toBeVisible();
  expect(within(row).getByText('A rate of 75.00 € would make it 100')).toBeVisible();
});

it('says once that rates in other currencies are not converted', async () => {
  draw(() => ({ body: { ...list, results: [elsewhere, { ...elsewhere, freelancerId: 4, name: 'Åsa Lund' }] } }));
  expect(await screen.findAllByText('Rate in SEK, not EUR')).toHaveLength(2);
  expect(screen.getByText('The project is in EUR. Rates in other currencies are not converted.')).toBeVisible();
  expect(screen.getAllByText(/^900\.00\skr/)).toHaveLength(2);
});

it('says nothing of conversion where all ask in the currency of the project', async () => {
  draw(() => ({ body: list }));
  await screen.findByText('Nadia Haddad');
  expect(screen.queryByText(/not converted/)).toBeNull();
});

const openDialog = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByLabelText(`Choose ${name}`));
  await user.click(screen.getByRole('button', { name: 'Create 1 application' }));
  return within(await screen.findByRole('dialog'));
};

it('asks for the rate of an application whose person asks for one in another currency', async () => {
  const { calls, user } = draw(({ path }) =>
    path.endsWith('/projectApplication')
      ? { status: 201, body: { id: 70, handle: 'A-70' } }
      : { body: { ...list, results: [elsewhere] } },
  );
  const dialog = await openDialog(user, elsewhere.name);
  const rate = dialog.getByRole('textbox', { name: `Rate of ${elsewhere.name}` });
  await user.type(rate, 'much');
  expect(rate).toBeInvalid();
  expect(dialog.getByRole('button', { name: 'Create 1 application' })).toHaveAttribute('aria-disabled', 'true');
  await user.clear(rate);
  await user.type(rate, '-5');
  expect(rate).toHaveAccessibleDescription('Must be 0 or more.');
  expect(dialog.getByRole('button', { name: 'Create 1 application' })).toHaveAttribute('aria-disabled', 'true');
  await user.clear(rate);
  await user.type(rate, '82.5');
  await user.click(dialog.getByRole('button', { name: 'Create 1 application' }));
  await dialog.findByText('A-70');
  const made = calls.find(({ path }) => path.endsWith('/projectApplication'));
  expect(made?.body).toMatchObject({ talentRate: 82.5, rateUnit: 'Hr', currency: 'EUR' });
});

it('starts an application with the hours that the capacity of the person leaves', async () => {
  const partTime = person(4, 'Ines Roth', { availabilityPct: 75, hoursPerWeek: 30 });
  const { user } = draw(() => ({ body: { ...list, results: [partTime] } }));
  const dialog = await openDialog(user, partTime.name);
  expect(dialog.getByText(/30 hours a week/)).toBeVisible();
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
});

it('takes back the applications that were just made', async () => {
  const { calls, user } = draw(({ method, path }) => {
    if (method === 'PUT') return { body: { id: 70, version: 2 } };
    if (!path.endsWith('/projectApplication')) return { body: list };
    return { status: 201, body: { id: 70, handle: 'A-70', version: 1, freelancerId: 1 } };
  });
  const dialog = await openDialog(user, 'Nadia Haddad');
  await user.click(dialog.getByRole('button', { name: 'Create 1 application' }));
  await user.click(await dialog.findByRole('button', { name: 'panel.jobs.undo' }));
  expect(await dialog.findByText('Undone: the application is withdrawn')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'panel.jobs.undo' })).not.toBeInTheDocument();
  const withdrawn = calls.find(({ method }) => method === 'PUT');
  expect(withdrawn?.path).toBe('/api/projectApplication/70/status');
  expect(withdrawn?.headers.get('if-match')).toBe('"1"');
  expect(withdrawn?.body).toMatchObject({ status: 'w', reason: 'OTHER' });
});

it('asks anew without a rule that is dropped, and with other musts', async () => {
  const { calls, user } = draw(() => ({ body: list }));
  await user.click(await screen.findByRole('button', { name: /Consent/ }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ off: ['consent'] }));
  await user.click(screen.getByRole('button', { name: 'SQL' }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ off: ['consent'], must: ['Go', 'SQL'] }));
});

it('shows the applications before it makes them, makes those that are ticked, and says of each what became of it', async () => {
  const { calls, user } = draw(({ path, body }) => {
    if (!path.endsWith('/projectApplication')) return { body: list };
    const { freelancerId } = body as { freelancerId: number };
    if (freelancerId === 1) return { status: 201, body: { id: 70, handle: 'A-70' } };
    return { status: 409, body: { code: 'DUPLICATE', messages: ['error.duplicate'], fieldErrors: {}, params: {} } };
  });
  await user.click(await screen.findByLabelText('Choose Nadia Haddad'));
  await user.click(screen.getByLabelText('Choose Farid Benali'));
  await user.click(screen.getByRole('button', { name: 'Create 2 applications' }));
  const dialog = await screen.findByRole('dialog');
  expect(calls.some(({ path }) => path.endsWith('/projectApplication'))).toBe(false);
  expect(within(dialog).getByText(/from 09 Mar 2026, 40 hours a week/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 applications' }));
  expect(await within(dialog).findByText('A-70')).toBeVisible();
  const made = calls.filter(({ path }) => path.endsWith('/projectApplication'));
  expect(made.map(({ body }) => body)).toMatchObject([
    { projectId: 7, freelancerId: 1, availabilityFrom: '2026-03-02', availabilityTo: '2026-12-31', hoursPerWeek: 40 },
    { projectId: 7, freelancerId: 2, availabilityFrom: '2026-03-09' },
  ]);
  expect(within(dialog).getByRole('button', { name: 'Try 1 again' })).toBeVisible();
});

const needs = ['application.create', 'freelancer.pii.read', 'freelancer.read', 'project.read', 'rate.read'];

const drawButton = (permissions: string[]) => {
  const offered = [person(1, 'Nadia Haddad'), person(2, 'Farid Benali', { unmet: 'consent' })];
  const calls = fakeService(({ method, path }) => {
    if (path.endsWith('/projectApplication')) return { status: 201, body: { id: 70, handle: 'A-70' } };
    if (path.endsWith('/shortlist')) return { body: { ...list, results: offered } };
    return { body: method === 'GET' && path === '/api/project/7' ? project : { results: [project] } };
  });
  const done = vi.fn();
  render(
    <Panel meta={meta}>
      <MetaContext.Provider value={{ ...meta, permissions }}>
        <ApplyButton ids={[1, 2, 3]} onDone={done} />
      </MetaContext.Provider>
    </Panel>,
  );
  return { calls, done, user: userEvent.setup({ delay: null }) };
};

it('has people who were chosen elsewhere apply to a project, and says before what is not met', async () => {
  const { calls, done, user } = drawButton(needs);
  await user.click(screen.getByRole('button', { name: 'Apply to project' }));
  await user.type(await screen.findByRole('combobox', { name: 'Project' }), 'Core');
  await user.click(await screen.findByRole('option', { name: /Core banking/ }));
  expect(await screen.findByText('Not met: Consent, no erasure')).toBeVisible();
  expect(screen.getByText(/^1 of the selected cannot be offered/)).toBeVisible();
  const asked = calls.find(({ path }) => path.endsWith('/shortlist'));
  expect(asked?.body).toMatchObject({ freelancerIds: [1, 2, 3], must: [], limit: 3 });
  await user.click(screen.getByRole('button', { name: 'Create 2 applications' }));
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/projectApplication'))).toHaveLength(2));
  const [close] = (await screen.findAllByRole('button', { name: 'Close' })).slice(-1);
  await user.click(close as HTMLElement); // the one in the footer
  expect(done).toHaveBeenCalled();
});

it('offers it to nobody who may not see how people fit a project', () => {
  drawButton(needs.slice(0, -1));
  expect(screen.queryByRole('button', { name: 'Apply to project' })).not.toBeInTheDocument();
});
