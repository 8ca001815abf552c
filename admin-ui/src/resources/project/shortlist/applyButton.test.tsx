import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Panel } from '../../../../test/Panel';
import { fakeService } from '../../../../test/service';
import { MetaContext } from '../../../meta';
import { ApplyButton } from './ApplyButton';
import { person, list, project, meta } from './shortlist.fixture';

afterEach(() => {
  vi.unstubAllGlobals();
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
  const wanted = calls.find(({ path }) => path.endsWith('/shortlist'));
  expect(wanted?.body).toMatchObject({ freelancerIds: [1, 2, 3], must: [], limit: 3 });
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
